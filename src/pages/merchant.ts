import { logoPath } from '../domain/brand.ts';
import { darkenFor, lightenFor } from '../lib/colours.ts';
import { pathOf, webUrl } from '../lib/web-url.ts';
import type { Website } from '../storage/websites.ts';

/** A logo is shown within so many CSS pixels. */
const LOGO_BOX = { width: 160, height: 48 };
/** `--bg` of style.css in light mode, which is a little darker than the sheets. */
const LIGHT_PAGE = '#f3f1ec';
/** `--card` of style.css in dark mode: what links and edges stand on. */
const DARK_SHEET = '#1a2120';
/** What WCAG asks of the edges of controls. */
const EDGE_CONTRAST = 3;

/** Whom a page's customer pays, as the page shows them. */
export interface Merchant {
  readonly name: string;
  /** How to reach it, in its own words. */
  readonly contact?: string;
  /** Its shop, for who needs help. */
  readonly siteHref?: string;
  /** The logo, which we serve: on this origin, whatever path the gateway is reached below. */
  readonly logoHref?: string;
  /** CSS pixels: given to the browser, so that nothing moves when the picture arrives. */
  readonly logoWidth?: number;
  readonly logoHeight?: number;
  /** `#rrggbb`, on which white text can be read. */
  readonly colour?: string;
}

/**
 * What a page shows of a website.
 *
 * @param publicUrl the gateway's, which may have a path
 */
export function merchantOf(
  website: Pick<Website, 'name' | 'brand' | 'returnUrl'> | undefined,
  publicUrl: string,
): Merchant | undefined {
  if (!website) return undefined;
  const { name, brand, returnUrl } = website;
  const { logo, colour, contact } = brand;
  // The start page of the shop that the return URL belongs to.
  const site = webUrl(returnUrl)?.origin;
  return {
    name,
    ...(contact !== null && { contact }),
    ...(site !== undefined && { siteHref: `${site}/` }),
    ...(colour !== null && { colour }),
    ...(logo && { logoHref: `${pathOf(publicUrl)}${logoPath(logo)}`, ...shownSize(logo) }),
  };
}

function shownSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height, 1);
  return { logoWidth: Math.round(width * scale), logoHeight: Math.round(height * scale) };
}

/**
 * The style that gives a page a merchant's colour: behind white text as it is, in light and in dark mode. Links, and in dark mode the
 * edges of buttons, are a shade of it that can be told from what is around them.
 */
export function colourStyle(colour: string): string {
  const link = lightenFor(colour, DARK_SHEET);
  const edge = lightenFor(colour, DARK_SHEET, EDGE_CONTRAST);
  const light = `--brand:${colour};--link:${darkenFor(colour, LIGHT_PAGE)};--edge:${colour}`;
  return `body[class]{${light}}@media(prefers-color-scheme:dark){body[class]{--link:${link};--edge:${edge}}}`;
}
