import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './certificate.ts';
import type { ShopEvent } from './shop-event.ts';
import { type Checkout, cardPage, messagePage, refusedPage, shopPage, thanksPage } from './shop-pages.ts';
import { isSigned } from './webhook-signature.ts';

/** A merchant's shop on this machine: a page to buy from, and a receiver of signed webhooks over TLS. */
export interface MerchantSimulator {
  /** The shop's page. */
  readonly url: string;
  readonly returnUrl: string;
  readonly callbackUrl: string;
  /** The certificate authority that a gateway must trust to deliver here, PEM. */
  readonly ca: string;
  /** Opens the shop: it creates payments with this key, and checks signatures with this secret. */
  open(account: { apiBase: string; gatewayUrl: string; key: string; webhookSecret: string }): void;
  events(): readonly ShopEvent[];
  stop(): Promise<void>;
}

type Account = Parameters<MerchantSimulator['open']>[0];

const BODY_LIMIT_BYTES = 256 * 1024;
const FIELDS = ['payment_method', 'currency', 'customer_name', 'recurring_interval'];

/** Starts a shop on loopback. `onEvent` is told of every webhook, signed or not. */
export async function startMerchantSimulator(
  onEvent: (event: ShopEvent) => void = () => {},
): Promise<MerchantSimulator> {
  const certificate = selfSigned('127.0.0.1', 'localhost');
  const events: ShopEvent[] = [];
  /** Card payments by transaction id: a customer who reloads the page, or goes back to it, must not buy twice. */
  const checkouts = new Map<string, Checkout>();
  let account: Account | undefined;

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const signed = isSigned(body, request.headers['x-gateway-signature'], account?.webhookSecret ?? '');
    const event = toEvent(body, signed);
    if (event) {
      events.push(event);
      onEvent(event);
    }
    response.writeHead(signed ? 204 : 401).end();
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    if (!account) return page(response, 503, messagePage('The shop is not open yet'));
    if (request.method === 'POST' && url.pathname === '/buy') return buy(account, checkouts, request, response);
    const checkout = checkouts.get(url.searchParams.get('transaction_id') ?? '');
    if (url.pathname === '/checkout' && checkout) return page(response, 200, cardPage(account.gatewayUrl, checkout));
    if (url.pathname === '/thanks') return page(response, 200, thanksPage(url.searchParams, events));
    if (url.pathname === '/') return page(response, 200, shopPage());
    return page(response, 404, messagePage('There is nothing here'));
  };

  const tls = createHttpsServer(
    certificate,
    (request, response) => void receive(request, response).catch(() => response.destroy()),
  );
  const http = createHttpServer(
    (request, response) =>
      void serve(request, response).catch((error) => page(response, 502, refusedPage(String(error)))),
  );
  const ports = await Promise.all(
    [tls, http].map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
        }),
    ),
  );
  const url = `http://127.0.0.1:${ports[1]}`;
  return {
    url,
    returnUrl: `${url}/thanks`,
    callbackUrl: `https://127.0.0.1:${ports[0]}/webhooks`,
    ca: certificate.cert,
    open: (given) => {
      account = given;
    },
    events: () => events,
    async stop() {
      for (const server of [tls, http]) server.closeAllConnections();
      await Promise.all([tls, http].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** Creates the payment with the shop's key, and leads the customer where its response says. */
async function buy(
  account: Account,
  checkouts: Map<string, Checkout>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams((await readBody(request)).toString());
  const given = Object.fromEntries(FIELDS.flatMap((name) => (form.get(name) ? [[name, form.get(name)]] : [])));
  const gatewayResponse = await fetch(`${account.apiBase}/payments`, {
    method: 'POST',
    headers: { 'x-api-key': account.key, 'content-type': 'application/json', accept: 'application/json' },
    // The amount as the customer typed it: JSON numbers are decimal.
    body: JSON.stringify({
      ...given,
      ...(given.recurring_interval && { recurring: true }),
      reference: `order-${Date.now()}`,
    }).replace(/^\{/, `{"amount":${Number(form.get('amount'))},`),
  });
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, checked below
  const created: any = await gatewayResponse.json();
  if (gatewayResponse.status !== 201)
    return page(response, 502, refusedPage([created.message, ...Object.values(created.errors ?? {}).flat()].join(' ')));
  if (!created.payment_url) checkouts.set(created.transaction_id, created);
  const checkout = `/checkout?${new URLSearchParams({ transaction_id: created.transaction_id })}`;
  response.writeHead(303, { location: created.payment_url ?? checkout }).end();
}

function toEvent(body: Buffer, signed: boolean): ShopEvent | undefined {
  try {
    const { event, data } = JSON.parse(body.toString());
    const amount = `${data.amount} ${data.currency}`;
    return { event, transactionId: data.transaction_id, status: data.status, amount, isSigned: signed };
  } catch {
    return undefined;
  }
}

function page(response: ServerResponse, status: number, html: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > BODY_LIMIT_BYTES) throw new Error('too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
