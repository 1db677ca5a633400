import type { Browser } from 'playwright-core';

/** A slow phone line, as Chromium emulates one: a request waits for the round trip, and its bytes come at this pace. */
export const SLOW_LINE = { kbitPerSecond: 400, roundTripMs: 400 };

export interface Painted {
  /** Milliseconds after the address was entered. */
  readonly firstPaintMs: number;
  /** Of the document, on the line. */
  readonly bytes: number;
  /** What it fetched besides. */
  readonly requests: number;
}

/** Opens a page on a slow line, in a browser that has never been there. */
export async function firstPaint(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'fr-HT' });
  try {
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    const bytesPerSecond = (SLOW_LINE.kbitPerSecond * 1000) / 8;
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW_LINE.roundTripMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().startsWith('http')) requests++;
    });
    await page.goto(url, { waitUntil: 'load' });
    // A page may have come before it is painted. Its policy lets no condition be evaluated again and again.
    const firstPaintMs = await page.evaluate<number>(`new Promise((done) => {
      const seen = (list) => list.getEntriesByName('first-contentful-paint').forEach(({ startTime }) => done(startTime));
      new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
    })`);
    const bytes = await page.evaluate<number>("performance.getEntriesByType('navigation')[0].transferSize");
    return { firstPaintMs, bytes, requests: requests - 1 };
  } finally {
    await context.close();
  }
}
