/** The accepted image formats of a logo, with their media types. */
export const LOGO_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
export type LogoType = keyof typeof LOGO_TYPES;

/** On a slow phone, a logo of this size loads together with its page, which is about as large. */
export const MAX_LOGO_BYTES = 10_000;
/** The largest file that the console takes. Browsers make it small before they send it. */
export const MAX_LOGO_FILE_BYTES = 2_000_000;

/** A website's logo, without its bytes. */
export interface Logo {
  /** SHA-256 of its bytes in hex. */
  readonly hash: string;
  readonly type: LogoType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What customers see of a website next to its name. */
export interface Brand {
  /** How customers reach the merchant: an address, a phone number, opening hours. */
  readonly contact: string | null;
  /** `#rrggbb`. */
  readonly colour: string | null;
  readonly logo: Logo | null;
}

export const NO_BRAND: Brand = { contact: null, colour: null, logo: null };

/** Where the gateway serves a logo. Another image has another path, so the response may be cached for ever. */
export function logoPath({ hash, type }: Pick<Logo, 'hash' | 'type'>): string {
  return `/logos/${hash}.${type}`;
}
