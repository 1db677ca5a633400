import { createHash } from 'node:crypto';
import { contrast, darkenFor, parseColour, TEXT_CONTRAST } from '../../platform/html/colours.ts';
import { type PictureFault, readPicture } from '../../platform/html/picture.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { MAX_LINK_PICTURE_BYTES, MAX_LOGO_BYTES, type Picture } from './brand.ts';

/**
 * The limits of pictures. The aspect is the longer side divided by the shorter: with a larger aspect, a picture would
 * look like a thin line.
 */
const LIMITS = {
  logo: { bytes: MAX_LOGO_BYTES, leastSide: 32, mostSide: 1024, mostAspect: 6 },
  picture: { bytes: MAX_LINK_PICTURE_BYTES, leastSide: 64, mostSide: 2048, mostAspect: 4 },
} as const;
/** The kinds of pictures, which are also the names of their fields. */
export type PictureKind = keyof typeof LIMITS;

const WHITE = '#ffffff';

const PICTURE_REFUSALS: Readonly<Record<PictureFault, Refusal>> = {
  damaged: refusal('pictureDamaged'),
  animated: refusal('pictureAnimated'),
  svg: refusal('pictureSvg'),
  gif: refusal('pictureGif'),
  unknown: refusal('pictureUnknown'),
};

/** A picture's facts and its bytes. Throws OperatorError for a file that cannot be such a picture. */
export function checkPicture(kind: PictureKind, content: Buffer): Picture & { content: Buffer } {
  const { leastSide, mostSide, mostAspect } = LIMITS[kind];
  refuseField(kind, sizeFault(kind, content.length));
  const picture = readPicture(content);
  if (typeof picture === 'string')
    throw new OperatorError('invalid', kind, refusal('pictureRefused', { reason: PICTURE_REFUSALS[picture] }));
  const { width, height } = picture;
  if (Math.min(width, height) < leastSide || Math.max(width, height) > mostSide) {
    refuseField(kind, refusal('pictureSides', { width, height, least: leastSide, most: mostSide }));
  }
  if (Math.max(width, height) > mostAspect * Math.min(width, height)) {
    refuseField(kind, refusal('pictureShape', { width, height, times: mostAspect }));
  }
  return { ...picture, hash: createHash('sha256').update(content).digest('hex'), content };
}

/** The fault of a picture of this size, which can be checked before the file is read. */
export function sizeFault(kind: PictureKind, bytes: number): Refusal | undefined {
  if (bytes === 0) return refusal('pictureEmpty');
  const most = LIMITS[kind].bytes;
  return bytes <= most ? undefined : refusal('pictureTooLarge', { bytes, most });
}

/**
 * A colour in its stored form. White text on the colour must be easy to read in light and in dark mode. A page that
 * needs a lighter shade for dark mode computes one. Throws OperatorError, which names the nearest valid shade.
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
