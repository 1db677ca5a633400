/** The accepted formats of pictures, with their media types. */
export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
export type PictureType = keyof typeof PICTURE_TYPES;

/** On a slow phone, a logo of this size loads together with its page, which is about as large. */
export const MAX_LOGO_BYTES = 10_000;
/** The picture of a payment link, which its page loads last. */
export const MAX_LINK_PICTURE_BYTES = 40_000;
/** The largest file that the console accepts. Browsers resize it before they send it. */
export const MAX_PICTURE_FILE_BYTES = 2_000_000;

/** A picture, such as a website's logo, without its bytes. */
export interface Picture {
  /** SHA-256 of its bytes in hex. */
  readonly hash: string;
  readonly type: PictureType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The branding that customers see next to a website's name. */
export interface Brand {
  /** How customers reach the merchant: an address, a phone number, opening hours. */
  readonly contact: string | null;
  /** `#rrggbb`. */
  readonly colour: string | null;
  readonly logo: Picture | null;
}

export const NO_BRAND: Brand = { contact: null, colour: null, logo: null };

/** Where the gateway serves a logo. Another image has another path, so the response may be cached for ever. */
export function logoPath({ hash, type }: Pick<Picture, 'hash' | 'type'>): string {
  return `/logos/${hash}.${type}`;
}

/** The same for the picture of a payment link. */
export function linkPicturePath({ hash, type }: Pick<Picture, 'hash' | 'type'>): string {
  return `/pictures/${hash}.${type}`;
}

/** The facts of a picture without its bytes. */
export function factsOfPicture<Found extends Picture | null>(picture: Found): Picture | Extract<Found, null> {
  if (picture === null) return picture as Extract<Found, null>;
  const { hash, type, width, height } = picture;
  return { hash, type, width, height };
}

/** CSS pixels of a picture that is shown within a box, so that browsers reserve the space before it arrives. */
export function shownSize(
  { width, height }: { readonly width: number; readonly height: number },
  box: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(box.width / width, box.height / height, 1);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
