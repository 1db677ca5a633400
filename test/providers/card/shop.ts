import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, FrameLocator, Page, Request, Response } from 'playwright-core';
import { openTab } from '../../support/browser.ts';
import { type Client, paymentRequest, until } from '../../support/gateway.ts';

export interface Created {
  readonly transaction_id: string;
  readonly client_secret: string;
  readonly publishable_key: string;
  readonly payment_intent_id: string;
}

/** A shop with one page that mounts the card widget. Its origin differs from those of the gateway and the provider. */
export interface Shop {
  readonly origin: string;
  /** Opens its page for a payment in its own tab. */
  visit(browser: Browser, payment: Created, options?: Record<string, string>): Promise<Visit>;
  stop(): Promise<void>;
}

export interface Visit {
  readonly page: Page;
  /** The widget's frame, and in it the provider's fields. */
  readonly frame: FrameLocator;
  readonly fields: FrameLocator;
  /** Every request that any frame of the tab made. */
  readonly requests: Request[];
  /** The gateway's pages among the responses. */
  readonly responses: Response[];
  /** The errors that the browser logged, except those about requests to other hosts. */
  complaints(): string[];
  typeCard(number: string): Promise<void>;
  pay(number: string): Promise<void>;
  /** The codes of the errors that the shop received. */
  errors(): Promise<string[]>;
  /** Waits for the status that the shop receives. Fails if it received more than one. */
  result(): Promise<string>;
  close(): Promise<void>;
}

export async function newCardPayment(api: Client, changes: Record<string, unknown> = {}): Promise<Created> {
  const response = await api.post(
    '/payments',
    paymentRequest({ payment_method: 'card', reference: 'ORDER-7', ...changes }),
  );
  assert.equal(response.status, 201, response.text);
  return response.json;
}

export async function startShop(gatewayUrl: string): Promise<Shop> {
  let content = '';
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(content);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async visit(browser, payment, options = {}) {
      const { client_secret: clientSecret, publishable_key: publishableKey } = payment;
      content = shopPage(gatewayUrl, { clientSecret, publishableKey, lang: 'en', ...options });
      const { page, complaints } = await openTab(browser, origin);
      const requests: Request[] = [];
      const responses: Response[] = [];
      page.on('request', (request) => requests.push(request));
      page.on('response', (response) => {
        if (response.url().startsWith(`${gatewayUrl}/widget/v1/card`)) responses.push(response);
      });
      await page.goto(origin);
      return visitOf({ page, requests, responses }, complaints);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function visitOf(seen: Pick<Visit, 'page' | 'requests' | 'responses'>, complaints: string[]): Visit {
  const { page } = seen;
  const frame = page.frameLocator('iframe[title=Peye]');
  const fields = frame.frameLocator('iframe[title="Secure card payment input frame"]');
  const typeCard = async (number: string) => {
    await fields.locator('[name=cardnumber]').fill(number);
    await fields.locator('[name=exp-date]').fill('12 / 40');
    await fields.locator('[name=cvc]').fill('123');
  };
  return {
    ...seen,
    frame,
    fields,
    complaints: () => complaints.filter((complaint) => !complaint.startsWith('request to ')),
    typeCard,
    async pay(number) {
      await typeCard(number);
      await frame.getByRole('button', { name: /^Pay / }).click();
    },
    async result() {
      await until('the shop receives the result', () => page.evaluate<boolean>('results.length > 0'));
      const results = await page.evaluate<{ status: string }[]>('results');
      assert.equal(results.length, 1);
      return results[0]?.status ?? '';
    },
    errors: () => page.evaluate<string[]>('errors'),
    close: () => page.context().close(),
  };
}

function shopPage(gatewayUrl: string, options: Record<string, string>): string {
  return `<!doctype html><html lang="en"><title>Shop</title>
    <link rel="icon" href="data:,"><div id="card"></div><script src="${gatewayUrl}/widget/v1/peye.js"></script>
    <script>
      window.results = []; window.errors = []; window.ready = 0;
      Peye.mount('#card', Object.assign(${JSON.stringify(options)}, {
        onReady: () => { ready += 1; },
        onError: ({ code }) => errors.push(code),
        onDone: (result) => results.push(result),
      }));
    </script></html>`;
}
