import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Frame, FrameLocator, Page } from 'playwright-core';
import { openTab } from '../support/browser.ts';
import { until } from '../support/gateway.ts';

/** A web server for pages of shops, with another origin than the gateway. */
export interface ShopServer {
  readonly origin: string;
  /** Adds a page, and returns its address. */
  add(html: string, headers?: Record<string, string>): string;
  stop(): Promise<void>;
}

export async function startShopServer(): Promise<ShopServer> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer(({ url = '' }, response) => {
    const { html, headers } = pages.get(new URL(url, 'http://shop').pathname) ?? {
      html: '<!doctype html><title>Thank you</title>',
      headers: {},
    };
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    add(html, headers = {}) {
      const path = `/${pages.size + 1}`;
      pages.set(path, { html, headers });
      return origin + path;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The callbacks of the widget that a page received. */
interface Callbacks {
  readonly calls: string[];
  readonly errors: { readonly code: string; readonly message: string }[];
  readonly done: { readonly transaction_id: string; readonly status: string }[];
}

/** A shop's page with the widget in it. `options` is JavaScript source of an object. In the page, `again()` mounts the widget again. */
export function shopHtml(
  gatewayUrl: string,
  options: string,
  { style = '', target = "'#card'", nonce = '' }: { style?: string; target?: string; nonce?: string } = {},
): string {
  return `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">body { margin: 0 } ${style}</style></head>
<body><main><h1>Shop</h1><div id="card"></div></main><script src="${gatewayUrl}/widget/v1/peye.js"></script>
<script nonce="${nonce}">
  window.callbacks = { calls: [], errors: [], done: [] };
  window.again = (more) => Peye.mount(${target}, Object.assign({
    lang: 'en',
    onReady() { callbacks.calls.push('ready'); },
    onError(error) { callbacks.calls.push('error'); callbacks.errors.push(error); },
    onDone(result) { callbacks.calls.push('done'); callbacks.done.push(result); },
  }, ${options}, more));
  window.mounted = again();
</script></body></html>`;
}

export interface ShopWindow {
  readonly page: Page;
  /** The gateway's page in the frame, to find and use elements as a person does. */
  readonly frame: FrameLocator;
  readonly complaints: string[];
  callbacks(): Promise<Callbacks>;
  /** The first error that the page receives. */
  error(): Promise<Callbacks['errors'][number]>;
  /** The outcome that the page receives. */
  outcome(): Promise<string>;
  /** The gateway's page in the frame, to run scripts in it. */
  inside(): Frame;
  close(): Promise<void>;
}

/** Opens a shop's page in its own tab. */
export async function openShopWindow(
  browser: Browser,
  url: string,
  { context, prepare }: { context?: BrowserContextOptions; prepare?: (page: Page) => Promise<unknown> } = {},
): Promise<ShopWindow> {
  const { page, complaints } = await openTab(browser, new URL(url).origin, context);
  await prepare?.(page);
  // Not 'load': in some tests the widget's frame never arrives.
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const callbacks = () => page.evaluate<Callbacks>('callbacks');
  return {
    page,
    frame: page.frameLocator('iframe[title=Peye]'),
    complaints,
    callbacks,
    async error() {
      await until('the page receives an error', async () => (await callbacks()).errors.length > 0);
      return (await callbacks()).errors[0]!;
    },
    async outcome() {
      await until('the page receives the outcome', async () => (await callbacks()).done.length > 0);
      const { done } = await callbacks();
      assert.equal(done.length, 1);
      return done[0]?.status ?? '';
    },
    inside() {
      const found = page.frames().find((one) => one.url().includes('/widget/v1/card'));
      assert.ok(found, 'the page has no frame of the widget');
      return found;
    },
    close: () => page.context().close(),
  };
}
