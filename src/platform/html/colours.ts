/** The minimum contrast of text by WCAG 2.2, level AA. */
export const TEXT_CONTRAST = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The number of shades from a colour to white or black. */
const SHADES = 256;

/** `#rrggbb` in lower case, from that or `#rgb` in any case; undefined for anything else. */
export function parseColour(text: string): string | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (hex === undefined) return undefined;
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`;
}

/** The contrast of two colours `#rrggbb` as WCAG counts it: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The nearest darker shade of a colour on which text of colour `on` is readable. */
export function darkenFor(colour: string, on: string, least = TEXT_CONTRAST): string {
  return shiftUntil(colour, BLACK, (shade) => contrast(shade, on) >= least);
}

/** The nearest lighter shade of a colour that is readable on `on`. */
export function lightenFor(colour: string, on: string, least = TEXT_CONTRAST): string {
  return shiftUntil(colour, WHITE, (shade) => contrast(shade, on) >= least);
}

function shiftUntil(colour: string, end: Rgb, isEnough: (shade: string) => boolean): string {
  const start = rgbOf(colour);
  const shade = (step: number) =>
    hexOf(start.map((channel, index) => channel + (((end[index] ?? 0) - channel) * step) / SHADES));
  if (isEnough(colour)) return colour;
  // Every page of a website with a colour needs this. Shades are unreadable up to a point and readable after it,
  // so a binary search finds the nearest readable one.
  let [before, found] = [0, SHADES];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (isEnough(shade(middle))) found = middle;
    else before = middle;
  }
  return shade(found);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: readonly number[]): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
