import type { Browser } from 'playwright-core';

/** A slow mobile connection, as Chromium emulates it: each request waits for the round trip, and its bytes arrive at this rate. */
export const SLOW_LINE = { kbitPerSecond: 400, roundTripMs: 400 };

export interface Painted {
  /** Milliseconds after the address was entered. */
  readonly firstPaintMs: number;
  /** The bytes of the document that were transferred. */
  readonly bytes: number;
  /** The number of requests other than that for the document. */
  readonly requests: number;
}

/** Opens a page on a slow connection, in a browser with an empty cache. */
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
    // The page may not be painted yet. An observer waits for it, because the page's policy forbids polling a condition.
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
