import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** For the `skip` of a suite: false, or the reason why no browser can be started. */
export const NO_BROWSER = existsSync(EXECUTABLE) ? false : `no browser: CHROMIUM_PATH is not set, nor is ${EXECUTABLE}`;

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Scripts of a page run for less than a second. To optimize their machine code costs more than it saves: a sixth of the processor time.
  '--js-flags=--no-opt --no-maglev',
];

/** Starts a headless Chromium, with extra flags. One browser for each test file is enough: each test opens its own context. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: [...FLAGS, ...flags] });
}

/** A tab of the size of a small phone, and a record of everything that our pages must not do. */
export interface Tab {
  readonly page: Page;
  /** Messages on the console, exceptions, and requests that left `origin`. */
  readonly complaints: string[];
}

export async function openTab(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) complaints.push(`request to ${url.origin}`);
  });
  page.setDefaultTimeout(30_000);
  return { page, complaints };
}
