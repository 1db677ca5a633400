import type { AddressInfo } from 'node:net';
import fastify, { type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify';
import { controlRoutes } from '../control-routes.ts';
import { respondUnder } from '../respond-under.ts';
import type { SimulatedCall, Simulator, SimulatorOptions } from '../simulator.ts';
import { cancelTrans, checkTransaction, createOrder, type Natcash } from './calls.ts';
import { NATCASH_FORMER_NAMES, NATCASH_SWITCHES, type NatcashFaults, noFaults } from './faults.ts';
import { type Order, openLedger } from './ledger.ts';
import { pageRoutes } from './page-routes.ts';
import type { CallResponse } from './responses.ts';
import { deliver, returnUrl } from './return-to-gateway.ts';
import type { Partner } from './signatures.ts';

const PARTNER: Partner = {
  partnerCode: 'SIMPARTNER',
  username: 'sim_merchant',
  password: 'sim_password_3f9c',
  privateKey: 'sim_private_key_71be',
  functionCode: 'sim_function_code_a2d4',
};

/** A stand-in for Natcom's partner server: as strict as that one, and with a page for people to click through. Moves no money. */
export interface NatcashSimulator extends Simulator {
  readonly faults: NatcashFaults;
  readonly partner: Partner;
  /** How often the creation of an order was requested, whatever the response. */
  creations(orderNumber: string): number;
  /** The customer enters number and code. No customer can pay another amount than the order's, but a fault could cause it. */
  pay(orderNumber: string, options?: { phone?: string; amountMinor?: number }): void;
  /** The wallet declines. */
  decline(orderNumber: string): void;
  /** The customer cancels on the page. */
  cancel(orderNumber: string): void;
  /** The partner cancels the order in Natcom's portal. */
  cancelInPortal(orderNumber: string): void;
  /** How often the money of an order was returned to its customer. */
  returns(orderNumber: string): number;
  /** Where the customer's browser is sent now, with NatCash's signed result. */
  returnUrl(orderNumber: string): string;
  /** The browser opens that address, as often as the switch `returns` sets. Returns the HTTP status of the last response. */
  comeBack(orderNumber: string): Promise<number>;
}

/** Starts the simulator on 127.0.0.1. The partner's credentials are made up, and are in `settings`. */
export async function startNatcashSimulator(options: SimulatorOptions): Promise<NatcashSimulator> {
  const faults = noFaults();
  const calls: SimulatedCall[] = [];
  let url = '';
  const now = () => (options.now ?? Date.now)() + faults.clockAheadMs;
  const ledger = openLedger(faults, now);
  const natcash: Natcash = { partner: PARTNER, faults, ledger, now, url: () => url };
  const app = fastify({ forceCloseConnections: true });

  const call = (
    operation: 'credential' | 'checkTransaction' | 'cancelTrans',
    fault: 'create' | 'query' | 'cancel',
    effect: (natcash: Natcash, sent: Readonly<Record<string, unknown>>) => CallResponse,
  ) => ({
    handler(request: FastifyRequest, reply: FastifyReply) {
      const sent = typeof request.body === 'object' ? { ...request.body } : {};
      const { orderNumber } = sent as { orderNumber?: unknown };
      calls.push({ operation, subject: orderNumber === undefined ? null : String(orderNumber) });
      reply.header('date', new Date(now()).toUTCString());
      return respondUnder(() => faults[fault], reply, {
        effect: () => effect(natcash, sent),
        send: (response) => reply.send(response),
      });
    },
  });
  // Only JSON is read here: Fastify responds with 415 to any other type.
  app.removeContentTypeParser('text/plain');
  app.post('/api/online-payment/credential', call('credential', 'create', createOrder));
  app.post('/api/online-payment/merchant/checkTransaction', call('checkTransaction', 'query', checkTransaction));
  app.post('/api/online-payment/merchant/cancel-trans', call('cancelTrans', 'cancel', cancelTrans));
  controlRoutes(app, {
    switches: NATCASH_SWITCHES,
    formerNames: NATCASH_FORMER_NAMES,
    faults,
    book: () => ledger.entries(),
    calls,
    statement: 'natcash',
  });
  const pages: FastifyPluginAsync = (scope) => pageRoutes(scope, natcash);
  await app.register(pages);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const orderOf = (orderNumber: string): Order => {
    const order = ledger.byNumber(orderNumber);
    if (!order) throw new Error(`NatCash has no order ${orderNumber}`);
    return order;
  };
  return {
    url,
    settings: {
      NATCASH_PARTNER_CODE: PARTNER.partnerCode,
      NATCASH_USERNAME: PARTNER.username,
      NATCASH_PASSWORD: PARTNER.password,
      NATCASH_PRIVATE_KEY: PARTNER.privateKey,
      NATCASH_FUNCTION_CODE: PARTNER.functionCode,
      NATCASH_API_URL: `${url}/api`,
    },
    faults,
    partner: PARTNER,
    repair: () => void Object.assign(faults, noFaults()),
    calls,
    creations: (orderNumber) =>
      calls.filter(({ operation, subject }) => operation === 'credential' && subject === orderNumber).length,
    pay(orderNumber, { phone = '50940123456', amountMinor } = {}) {
      const order = orderOf(orderNumber);
      ledger.pay(order, amountMinor);
      order.phone ??= phone;
    },
    decline: (orderNumber) => ledger.fail(orderOf(orderNumber)),
    cancel: (orderNumber) => ledger.fail(orderOf(orderNumber)),
    cancelInPortal: (orderNumber) => ledger.giveBack(orderOf(orderNumber)),
    returns: (orderNumber) => orderOf(orderNumber).returns,
    returnUrl: (orderNumber) => returnUrl(PARTNER, orderOf(orderNumber)),
    async comeBack(orderNumber) {
      const address = returnUrl(PARTNER, orderOf(orderNumber));
      if (faults.returns === 'twice') await deliver(address);
      return deliver(address);
    },
    book: () => ledger.entries(),
    stop: () => app.close(),
  };
}
