import { createHash } from 'node:crypto';
import type { Logo } from '../domain/brand.ts';
import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { contrast, darkenFor, parseColour, TEXT_CONTRAST } from '../lib/colours.ts';
import { readPicture } from '../lib/picture.ts';
import { shortTextFault } from '../lib/short-text.ts';

/** On a slow phone it comes beside a page that weighs as much. */
const MAX_LOGO_BYTES = 10_000;
const MIN_SIDE = 32;
const MAX_SIDE = 1024;
/** Longer ones would be a hair line where a logo is shown. */
const MAX_SHAPE = 6;
const WHITE = '#ffffff';

/** A logo's facts and its bytes. Throws OperatorError for a file that cannot be one. */
export function checkLogo(content: Buffer): Logo & { content: Buffer } {
  refuseField('logo', sizeFault(content.length));
  const picture = readPicture(content);
  if (typeof picture === 'string') throw new OperatorError('invalid', 'logo', `The logo was refused. ${picture}`);
  const { width, height } = picture;
  const shown = `The logo has ${width} × ${height} pixels, but`;
  if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE) {
    refuseField('logo', `${shown} each side must have ${MIN_SIDE} to ${MAX_SIDE}.`);
  }
  if (Math.max(width, height) > MAX_SHAPE * Math.min(width, height)) {
    refuseField('logo', `${shown} one side may be ${MAX_SHAPE} times as long as the other at most.`);
  }
  return { ...picture, hash: createHash('sha256').update(content).digest('hex'), content };
}

/** What is wrong with so many bytes, which can be known before a file is read. */
export function sizeFault(bytes: number): string | undefined {
  if (bytes === 0) return 'The logo is an empty file.';
  if (bytes <= MAX_LOGO_BYTES) return undefined;
  return `The logo has ${count(bytes)} bytes, but may have ${count(MAX_LOGO_BYTES)} at most: make it smaller, or save it as WebP.`;
}

/**
 * A colour as it is kept. White text stands on it in light and in dark mode, so that must be easy to read; where a page needs a
 * lighter shade for dark mode, it makes one. Throws OperatorError, which names the nearest shade that would do.
 */
export function checkColour(text: string): string {
  const colour = parseColour(text);
  if (colour === undefined) throw new OperatorError('invalid', 'colour', 'A colour must be like #0b6459, in quotes.');
  const ratio = contrast(colour, WHITE);
  if (ratio >= TEXT_CONTRAST) return colour;
  // Rounded down: 4.499 is not 4.5.
  const rounded = Math.floor(ratio * 100) / 100;
  throw new OperatorError(
    'invalid',
    'colour',
    `White text on ${colour} has a contrast of ${rounded} to 1, but ${TEXT_CONTRAST} to 1 is needed (WCAG AA). The nearest shade that will do is ${darkenFor(colour, WHITE)}.`,
  );
}

/** Throws OperatorError for a contact that cannot be shown: it must be a short text in one line. */
export function checkContact(contact: string): string {
  if (shortTextFault(contact)) refuseField('contact', 'The contact must have 1 to 255 characters.');
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(contact)) refuseField('contact', 'The contact must be one line.');
  return contact;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
