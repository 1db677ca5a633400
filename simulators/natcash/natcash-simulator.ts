import type { AddressInfo } from 'node:net';
import fastify, { type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Simulator, SimulatorOptions } from '../simulator.ts';
import type { Answer } from './answers.ts';
import { cancelTrans, checkTransaction, createOrder, type Natcash } from './calls.ts';
import { changeFaults, type NatcashFaults, noFaults } from './faults.ts';
import { type Order, openLedger } from './ledger.ts';
import { pageRoutes } from './page-routes.ts';
import { deliver, returnUrl } from './return-to-gateway.ts';
import { serveCall } from './serve-call.ts';
import type { Partner } from './signatures.ts';

const PARTNER: Partner = {
  partnerCode: 'SIMPARTNER',
  username: 'sim_merchant',
  password: 'sim_password_3f9c',
  privateKey: 'sim_private_key_71be',
  functionCode: 'sim_function_code_a2d4',
};

/** A stand-in for Natcom's partner server: as strict, and with a page that can be clicked through. Moves no money. */
export interface NatcashSimulator extends Simulator {
  readonly faults: NatcashFaults;
  readonly partner: Partner;
  /** Back to a server without faults. */
  mend(): void;
  /** How often the creation of an order was asked for, whatever was answered. */
  creations(orderNumber: string): number;
  /** The customer gives number and code. Another amount than the order's is what no customer can do, but a fault could. */
  pay(orderNumber: string, options?: { phone?: string; amountMinor?: number }): void;
  /** The wallet declines. */
  decline(orderNumber: string): void;
  /** The customer gives up. */
  cancel(orderNumber: string): void;
  /** Where the customer's browser is sent now, with NatCash's signed word. */
  returnUrl(orderNumber: string): string;
  /** The browser goes there, twice with `doubleDelivery`. Returns the HTTP status of the last answer. */
  comeBack(orderNumber: string): Promise<number>;
}

/** Starts it on 127.0.0.1. Its partner's credentials are made up, and stand in `settings`. */
export async function startNatcashSimulator(options: SimulatorOptions): Promise<NatcashSimulator> {
  const faults = noFaults();
  const asked = new Map<string, number>();
  let url = '';
  const now = () => (options.now ?? Date.now)() + faults.clockAheadMs;
  const ledger = openLedger(faults, now);
  const natcash: Natcash = { partner: PARTNER, faults, ledger, now, url: () => url };
  const app = fastify({ forceCloseConnections: true });

  const call = (
    operation: 'credential' | 'checkTransaction' | 'cancelTrans',
    effect: (natcash: Natcash, sent: Readonly<Record<string, unknown>>) => Answer,
  ) => ({
    handler(request: FastifyRequest, reply: FastifyReply) {
      const sent = typeof request.body === 'object' ? { ...request.body } : {};
      if (operation === 'credential') {
        const { orderNumber } = sent as { orderNumber?: unknown };
        asked.set(String(orderNumber), (asked.get(String(orderNumber)) ?? 0) + 1);
      }
      reply.header('date', new Date(now()).toUTCString());
      return serveCall(
        reply,
        () => faults[operation],
        () => effect(natcash, sent),
      );
    },
  });
  // JSON alone is read here: Fastify answers 415 to any other type.
  app.removeContentTypeParser('text/plain');
  app.post('/api/online-payment/credential', call('credential', createOrder));
  app.post('/api/online-payment/merchant/checkTransaction', call('checkTransaction', checkTransaction));
  app.post('/api/online-payment/merchant/cancel-trans', call('cancelTrans', cancelTrans));
  app.get('/_simulator/book', () => ledger.entries());
  app.get('/_simulator/faults', () => faults);
  app.post('/_simulator/faults', (request, reply) => {
    const mistake = changeFaults(faults, request.body);
    return mistake === undefined ? faults : reply.code(400).send({ error: mistake });
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
    mend: () => void Object.assign(faults, noFaults()),
    creations: (orderNumber) => asked.get(orderNumber) ?? 0,
    pay(orderNumber, { phone = '50940123456', amountMinor } = {}) {
      const order = orderOf(orderNumber);
      ledger.pay(order, amountMinor);
      order.phone ??= phone;
    },
    decline: (orderNumber) => ledger.fail(orderOf(orderNumber)),
    cancel: (orderNumber) => ledger.fail(orderOf(orderNumber)),
    returnUrl: (orderNumber) => returnUrl(PARTNER, orderOf(orderNumber)),
    async comeBack(orderNumber) {
      const address = returnUrl(PARTNER, orderOf(orderNumber));
      if (faults.doubleDelivery) await deliver(address);
      return deliver(address);
    },
    book: () => ledger.entries(),
    stop: () => app.close(),
  };
}
