import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import { fastify } from 'fastify';
import type { Simulator, SimulatorOptions } from '../simulator.ts';
import { accessTokens } from './access-tokens.ts';
import { alertSender, type SentAlert } from './alerts.ts';
import { apiRoutes } from './api-routes.ts';
import { type MoncashFaults, noFaults } from './faults.ts';
import { jwtSigner } from './jwt.ts';
import { moncashControlRoutes } from './moncash-control-routes.ts';
import { type Charge, type Order, orderBook } from './orders.ts';
import { pageRoutes } from './page-routes.ts';
import { payOrder, returnUrl } from './pay-order.ts';
import { errorResponse } from './responses.ts';
import type { MoncashCall, MoncashState } from './state.ts';
import { tokenRoute } from './token-route.ts';
import type { Transfer } from './transfers.ts';

/** The same on every start, so that settings for this simulator stay valid. They are valid nowhere else. */
const CREDENTIALS = { clientId: 'simulated-moncash-client', clientSecret: 'simulated-moncash-client-secret' };
const PREFUNDED_CLIENT = {
  clientId: 'simulated-moncash-prefunded',
  clientSecret: 'simulated-moncash-prefunded-secret',
};
const PAYER = '50937007294';

/** Further settings of a gateway, with which refunds are transferred from the prefunded account. */
export const PREFUNDED_SETTINGS = {
  MONCASH_TRANSFER_CLIENT_ID: PREFUNDED_CLIENT.clientId,
  MONCASH_TRANSFER_CLIENT_SECRET: PREFUNDED_CLIENT.clientSecret,
};

/** MonCash's REST API and hosted page (Digicel), as far as they are documented or have been seen. */
export interface MoncashSimulator extends Simulator {
  readonly faults: MoncashFaults;
  readonly calls: readonly MoncashCall[];
  /** The transfers from the prefunded account, oldest first. */
  transfers(): readonly Transfer[];
  /** The alerts sent to the gateway, and its responses. */
  sentAlerts(): readonly SentAlert[];
  /**
   * Pays an order as a customer does on the page, whatever its age, and sends the alerts by the switch `reports`. `costMinor` is the
   * charged amount, by default the order's. Returns MonCash's number of the payment.
   */
  pay(orderId: string, changes?: { readonly costMinor?: number }): Promise<string>;
  /** Sends the alert of a paid order, or an alert with any fields. */
  sendAlert(what: string | Readonly<Record<string, string>>): Promise<SentAlert>;
  /** Where the customer of a paid order is sent. */
  returnUrl(orderId: string): string;
  /** The hosted page of an order. */
  pageUrl(orderId: string): string;
}

/** Starts the simulator on loopback. It knows one business, whose credentials are in `settings`. */
export async function startMoncashSimulator(options: SimulatorOptions): Promise<MoncashSimulator> {
  const now = () => Math.floor((options.now ?? Date.now)());
  const faults = noFaults();
  const jwt = jwtSigner();
  const state: MoncashState = {
    now,
    gatewayUrl: options.gatewayUrl,
    credentials: CREDENTIALS,
    prefundedClient: PREFUNDED_CLIENT,
    transfers: [],
    faults,
    orders: orderBook(now, jwt),
    tokens: accessTokens(now, faults, jwt),
    alerts: alertSender(options.gatewayUrl, faults),
    calls: [],
  };
  // Hung requests must not keep it from stopping.
  const app = fastify({ forceCloseConnections: true });
  await app.register(formbody);
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const { status, body } = errorResponse(error.statusCode ?? 500, request.url, error.message, now());
    return reply.code(status).send(body);
  });
  tokenRoute(app, state);
  apiRoutes(app, state);
  pageRoutes(app, state);
  moncashControlRoutes(app, state);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const orderOf = (orderId: string): Order => {
    const order = state.orders.find(orderId);
    if (!order) throw new Error(`there is no order ${orderId}`);
    return order;
  };
  const chargeOf = (orderId: string): Charge => {
    const { charge } = orderOf(orderId);
    if (!charge) throw new Error(`order ${orderId} is not paid`);
    return charge;
  };
  return {
    url,
    settings: {
      MONCASH_CLIENT_ID: state.credentials.clientId,
      MONCASH_CLIENT_SECRET: state.credentials.clientSecret,
      MONCASH_API_URL: `${url}/Api`,
      MONCASH_GATEWAY_URL: `${url}/Moncash-middleware`,
    },
    extraSettings: PREFUNDED_SETTINGS,
    faults,
    repair: () => void Object.assign(faults, noFaults()),
    calls: state.calls,
    book: () => state.orders.book(),
    transfers: () => state.transfers,
    sentAlerts: () => state.alerts.sent(),
    async pay(orderId, { costMinor } = {}) {
      const { charge, alertAfter } = await payOrder(state, orderOf(orderId), { payer: PAYER, costMinor });
      await alertAfter();
      return charge.transactionId;
    },
    sendAlert: (what) =>
      typeof what === 'string' ? state.alerts.sendOf(orderOf(what), chargeOf(what)) : state.alerts.send(what),
    returnUrl: (orderId) => returnUrl(state, chargeOf(orderId)),
    pageUrl: (orderId) =>
      `${url}/Moncash-middleware/Payment/Redirect?${new URLSearchParams({ token: orderOf(orderId).token })}`,
    async stop() {
      state.alerts.stop();
      await app.close();
    },
  };
}
