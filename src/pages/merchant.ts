import { logoPath, shownSize } from '../features/websites/brand.ts';
import type { Website } from '../features/websites/store/websites.ts';
import { darkenFor, lightenFor } from '../platform/html/colours.ts';
import { pathOf, webUrl } from '../platform/network/web-url.ts';

/** The maximum size of a logo in CSS pixels. */
const LOGO_BOX = { width: 160, height: 48 };
/** `--bg` of style.css in light mode, which is a little darker than the sheets. */
const LIGHT_PAGE = '#f3f1ec';
/** `--card` of style.css in dark mode: the background of links and edges. */
const DARK_SHEET = '#1a2120';
/** The contrast that WCAG requires for the edges of controls. */
const EDGE_CONTRAST = 3;

/** The merchant, as a page shows it to the customer. */
export interface Merchant {
  readonly name: string;
  /** The merchant's contact, as it was entered. */
  readonly contact?: string;
  /** The merchant's shop, for customers who need help. */
  readonly siteHref?: string;
  /** The logo, which this gateway serves: on this origin, whatever path the gateway is below. */
  readonly logoHref?: string;
  /** CSS pixels, so that browsers reserve the space before the picture arrives. */
  readonly logoWidth?: number;
  readonly logoHeight?: number;
  /** `#rrggbb`, dark enough for white text. */
  readonly colour?: string;
}

/**
 * The parts of a website that a page shows.
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
  // The start page of the shop, from the return URL.
  const site = webUrl(returnUrl)?.origin;
  return {
    name,
    ...(contact !== null && { contact }),
    ...(site !== undefined && { siteHref: `${site}/` }),
    ...(colour !== null && { colour }),
    ...(logo && { logoHref: `${pathOf(publicUrl)}${logoPath(logo)}`, ...sizeOf(logo) }),
  };
}

function sizeOf(logo: { readonly width: number; readonly height: number }) {
  const { width, height } = shownSize(logo, LOGO_BOX);
  return { logoWidth: width, logoHeight: height };
}

/**
 * The style for a merchant's colour: unchanged behind white text, in light and in dark mode. Links, and in dark mode the edges of buttons,
 * get a shade of it with enough contrast.
 */
export function colourStyle(colour: string): string {
  const link = lightenFor(colour, DARK_SHEET);
  const edge = lightenFor(colour, DARK_SHEET, EDGE_CONTRAST);
  const light = `--brand:${colour};--link:${darkenFor(colour, LIGHT_PAGE)};--edge:${colour}`;
  return `body[class]{${light}}@media(prefers-color-scheme:dark){body[class]{--link:${link};--edge:${edge}}}`;
}
