import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '../../src/platform/messages/language.ts';
import { type SCHEMES, SIZES } from './picture-set.ts';
import type { State } from './states.ts';

/** The maximum size of a picture, because pictures are in git, and a README is read on phones too. */
const MAX_BYTES = 60_000;
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5];

export interface ReadmePicture {
  /** The name of its file in docs/pictures, without `.webp`. */
  readonly file: string;
  readonly group: string;
  readonly title: string;
  readonly language: Language;
  readonly size: keyof typeof SIZES;
  readonly scheme: (typeof SCHEMES)[number];
}

/** The pictures of the README, followed by the others of docs/design.md. */
export const README_PICTURES: readonly ReadmePicture[] = [
  { file: 'shop', group: 'The shop', title: 'Home', language: 'ht', size: 'desktop', scheme: 'light' },
  { file: 'pay', group: 'Payment pages', title: 'MonCash: the form', language: 'ht', size: 'phone', scheme: 'light' },
  { file: 'paid', group: 'Payment pages', title: 'MonCash: paid', language: 'fr', size: 'phone', scheme: 'light' },
  {
    file: 'card',
    group: 'The card widget in a shop',
    title: 'The card form',
    language: 'en',
    size: 'phone',
    scheme: 'dark',
  },
  {
    file: 'errors',
    group: 'Payment pages',
    title: 'LakayPay card: errors next to the fields',
    language: 'ht',
    size: 'phone',
    scheme: 'light',
  },
  { file: 'waiting', group: 'Payment pages', title: 'NatCash: waiting', language: 'ht', size: 'phone', scheme: 'dark' },
  {
    file: 'wrong-amount',
    group: 'Payment pages',
    title: 'Not paid: amount_mismatch',
    language: 'ht',
    size: 'phone',
    scheme: 'light',
  },
  {
    file: 'cancelled',
    group: 'Payment pages',
    title: 'Not paid: cancelled',
    language: 'fr',
    size: 'phone',
    scheme: 'dark',
  },
];

/** Takes a picture of what a reader sees without scrolling, sharp on a good screen, and writes it as WebP. Returns its size in bytes. */
export async function takeReadmePicture(
  picture: ReadmePicture,
  { browser, folder, reach }: { browser: Browser; folder: string; reach: (page: Page) => ReturnType<State['reach']> },
): Promise<number> {
  const { size, scheme, language, file } = picture;
  const context = await browser.newContext({
    viewport: SIZES[size],
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    locale: `${language}-HT`,
    colorScheme: scheme,
  });
  try {
    const page = await context.newPage();
    await reach(page);
    const png = await page.screenshot({ animations: 'disabled' });
    const webp = await toWebp(await context.newPage(), png);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${file}.webp`), webp);
    return webp.length;
  } finally {
    await context.close();
  }
}

/** Converts a picture in the browser, which has an encoder, with the best quality that makes a file of at most `MAX_BYTES`. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const url = await page.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png.toString('base64')}';
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', ${quality});
    })()`);
    const webp = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    if (webp.length <= MAX_BYTES) return webp;
  }
  throw new Error(`no picture of at most ${MAX_BYTES} bytes can be made of it`);
}
