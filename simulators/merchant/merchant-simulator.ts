import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { BRAND } from '../../examples/shop/brand.mjs';
import { createShop } from '../../examples/shop/create-shop.mjs';
import { openOrders } from '../../examples/shop/orders.mjs';
import { anyAmount } from './any-amount.ts';
import { selfSigned } from './certificate.ts';
import type { ShopEvent } from './shop-event.ts';

/** A merchant's shop on this machine: a page to buy from, and a receiver of signed webhooks over TLS. */
export interface MerchantSimulator {
  /** The shop's page. */
  readonly url: string;
  readonly returnUrl: string;
  readonly callbackUrl: string;
  /** The certificate authority that a gateway must trust to deliver here, PEM. */
  readonly ca: string;
  /** The brand by which its customers recognise it, for its website in Peye. */
  readonly brand: { readonly name: string; readonly colour: string; readonly contact: string; readonly logo: Buffer };
  /** Opens the shop: it creates payments with this key, and checks signatures with this secret. */
  open(account: { apiBase: string; key: string; webhookSecret: string }): void;
  events(): readonly ShopEvent[];
  stop(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts the example shop on loopback. `onEvent` receives every webhook, signed or not. */
export async function startMerchantSimulator(
  onEvent: (event: ShopEvent) => void = () => {},
): Promise<MerchantSimulator> {
  const certificate = selfSigned('127.0.0.1', 'localhost');
  const events: ShopEvent[] = [];
  let shop: Handler = closed;
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    void shop(request, response).catch(() => response.destroy());
  // One shop behind two servers: webhooks come over TLS, as in live mode. Browsers come without TLS, because they would warn of this
  // certificate.
  const servers = [createHttpsServer(certificate, serve), createHttpServer(serve)];
  const [tlsPort, port] = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
        }),
    ),
  );
  const url = `http://127.0.0.1:${port}`;
  const { logoFile, ...brand } = BRAND;
  return {
    url,
    brand: { ...brand, logo: readFileSync(logoFile) },
    returnUrl: `${url}/thanks`,
    callbackUrl: `https://127.0.0.1:${tlsPort}/webhooks`,
    ca: certificate.cert,
    open({ apiBase, key, webhookSecret }) {
      shop = createShop({
        peye: { url: apiBase, key },
        webhookSecret,
        orders: openOrders(),
        deliver: () => {},
        complain: (text) => process.stderr.write(`shop complains: ${text}\n`),
        note: () => 'Simulator: no real money',
        extra: anyAmount(events),
        onWebhook(body, isSigned) {
          const event = toEvent(body, isSigned);
          if (event) {
            events.push(event);
            onEvent(event);
          }
          // Every event is accepted, also one for a payment that was created by hand with the shop's key.
          return event !== undefined;
        },
      });
    },
    events: () => events,
    async stop() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** The response until the shop is open: it has no key before its gateway has started. */
async function closed(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(503, { 'content-type': 'text/plain' }).end('The shop is not open yet\n');
}

function toEvent(body: Buffer, isSigned: boolean): ShopEvent | undefined {
  try {
    const { event, data } = JSON.parse(body.toString());
    const amount = `${data.amount} ${data.currency}`;
    return { event, transactionId: data.transaction_id, status: data.status, amount, isSigned };
  } catch {
    return undefined;
  }
}
