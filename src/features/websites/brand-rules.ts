import { createHash } from 'node:crypto';
import { contrast, darkenFor, parseColour, TEXT_CONTRAST } from '../../platform/html/colours.ts';
import { type PictureFault, readPicture } from '../../platform/html/picture.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { type Logo, MAX_LOGO_BYTES } from './brand.ts';

const MIN_SIDE = 32;
const MAX_SIDE = 1024;
/** The longer side divided by the shorter. A longer logo would be shown as a thin line. */
const MAX_ASPECT_RATIO = 6;
const WHITE = '#ffffff';

const PICTURE_REFUSALS: Readonly<Record<PictureFault, Refusal>> = {
  damaged: refusal('pictureDamaged'),
  animated: refusal('pictureAnimated'),
  svg: refusal('pictureSvg'),
  gif: refusal('pictureGif'),
  unknown: refusal('pictureUnknown'),
};

/** A logo's facts and its bytes. Throws OperatorError for a file that cannot be a logo. */
export function checkLogo(content: Buffer): Logo & { content: Buffer } {
  refuseField('logo', sizeFault(content.length));
  const picture = readPicture(content);
  if (typeof picture === 'string')
    throw new OperatorError('invalid', 'logo', refusal('logoRefused', { reason: PICTURE_REFUSALS[picture] }));
  const { width, height } = picture;
  if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE) {
    refuseField('logo', refusal('logoSides', { width, height, least: MIN_SIDE, most: MAX_SIDE }));
  }
  if (Math.max(width, height) > MAX_ASPECT_RATIO * Math.min(width, height)) {
    refuseField('logo', refusal('logoShape', { width, height, times: MAX_ASPECT_RATIO }));
  }
  return { ...picture, hash: createHash('sha256').update(content).digest('hex'), content };
}

/** The fault of a logo of this size, which can be checked before the file is read. */
export function sizeFault(bytes: number): Refusal | undefined {
  if (bytes === 0) return refusal('logoEmpty');
  if (bytes <= MAX_LOGO_BYTES) return undefined;
  return refusal('logoTooLarge', { bytes, most: MAX_LOGO_BYTES });
}

/**
 * A colour in its stored form. White text on it must be easy to read in light and in dark mode; where a page needs a
 * lighter shade for dark mode, it computes one. Throws OperatorError, which names the nearest valid shade.
 */
export function checkColour(text: string): string {
  const colour = parseColour(text);
  if (colour === undefined) throw new OperatorError('invalid', 'colour', refusal('colourFormat'));
  const ratio = contrast(colour, WHITE);
  if (ratio >= TEXT_CONTRAST) return colour;
  // Rounded down: 4.499 is not 4.5.
  const rounded = Math.floor(ratio * 100) / 100;
  throw new OperatorError(
    'invalid',
    'colour',
    refusal('colourContrast', { colour, ratio: rounded, least: TEXT_CONTRAST, shade: darkenFor(colour, WHITE) }),
  );
}

/** Throws OperatorError for a contact that cannot be shown: it must be a short text in one line. */
export function checkContact(contact: string): string {
  if (shortTextFault(contact)) refuseField('contact', refusal('contactLength'));
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(contact)) refuseField('contact', refusal('contactLines'));
  return contact;
}
