/**
 * Browsers by the tokens in their user agents. The first match wins, because most user agents also contain the tokens of browsers that
 * are listed later.
 */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPiOS)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/.*Safari\//],
  ['curl', /^curl\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** The browser and operating system that a session's user agent names; each is undefined when it is not a well-known one. */
export function browserName(userAgent: string | null): { browser: string | undefined; system: string | undefined } {
  const nameIn = (known: typeof BROWSERS) => known.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
