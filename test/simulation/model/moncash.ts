import type { Observation } from '../checker/history.ts';
import type { Back, Host } from '../world/network.ts';
import { BEGINS_AT_US, type World } from '../world/world.ts';

export const MONCASH_HOST = 'moncash.example';
export const MONCASH_SECRET = 'moncash-client-secret-9f31c7';
const CLIENT = 'moncash-client';
const TOKEN_LIFE_MS = 600_000;
/** The lifetime of access tokens, in seconds. */
const ACCESS_LIFE = 59;

interface Order {
  readonly amountMinor: number;
  readonly token: string;
  readonly untilMs: number;
  /** What the customer paid. Queries find it only from `knownAtUs` on, because the provider's records are slow. */
  charge?: { readonly transaction: string; readonly costMinor: number; readonly knownAtUs: number };
  /** What queries report before it is paid: the message of a failed attempt. */
  word: string | undefined;
}

/** MonCash, as far as its behaviour is known, with its own records. The history gets its calls, and what customers paid. */
export interface Moncash {
  readonly host: Host;
  /** A customer pays on MonCash's page. Returns the number of the transaction; undefined if the page refuses the payment. */
  pay(orderId: string, costMinor?: number): string | undefined;
  /** Sets what queries report about a customer's attempt that has failed or has not ended; undefined deletes the attempt. */
  attempt(orderId: string, word: string | undefined): void;
  paidOrders(): string[];
}

export function moncash(world: World, record: (observation: Observation) => void): Moncash {
  const orders = new Map<string, Order>();
  const random = world.random.fork('moncash');
  const accessUntilMs = new Map<string, number>();
  const nowMs = () => Math.floor(world.nowUs / 1000);
  let nextTransaction = 2_104_500_000 + random.between(0, 1_000_000);

  const operations: Record<string, (fields: Record<string, unknown>) => Back> = {
    CreatePayment({ amount, orderId }) {
      const amountMinor = Math.round(Number(amount) * 100);
      record({ kind: 'provider', call: 'CreatePayment', order: String(orderId), amountMinor });
      const created = nowMs();
      const claims = { ref: orderId, crt: created, ext: created + TOKEN_LIFE_MS };
      const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${random.between(1e8, 2e9)}`;
      orders.set(String(orderId), { amountMinor, token, untilMs: created + TOKEN_LIFE_MS, word: undefined });
      return json(202, { mode: 'live', payment_token: { token }, timestamp: created, status: 202 });
    },
    RetrieveOrderPayment({ orderId }) {
      record({ kind: 'provider', call: 'RetrieveOrderPayment', order: String(orderId), amountMinor: null });
      return found(String(orderId));
    },
    RetrieveTransactionPayment({ transactionId }) {
      record({ kind: 'provider', call: 'RetrieveTransactionPayment', order: null, amountMinor: null });
      for (const [id, { charge }] of orders) if (charge?.transaction === transactionId) return found(id);
      return notFound();
    },
  };

  const found = (orderId: string): Back => {
    const order = orders.get(orderId);
    const { charge, word } = order ?? {};
    if (charge && charge.knownAtUs <= world.nowUs) {
      const { transaction, costMinor } = charge;
      const cost = random.percent(30) ? String(costMinor / 100) : costMinor / 100;
      const payer = '50937001122';
      const payment = { reference: orderId, transaction_id: transaction, cost, message: 'successful', payer };
      return json(200, { payment, timestamp: nowMs(), status: 200 });
    }
    if (word === undefined || !order) return notFound();
    const payment = {
      reference: orderId,
      transaction_id: '0',
      cost: order.amountMinor / 100,
      message: word,
      payer: '',
    };
    return json(200, { payment, timestamp: nowMs(), status: 200 });
  };

  const token = (authorization: string): Back => {
    const wanted = `Basic ${Buffer.from(`${CLIENT}:${MONCASH_SECRET}`).toString('base64')}`;
    if (authorization !== wanted) return json(401, { error: 'unauthorized' });
    const access = `access-${random.between(1e9, 2e9)}-${random.between(1e9, 2e9)}`;
    accessUntilMs.set(access, nowMs() + ACCESS_LIFE * 1000);
    record({ kind: 'secret', name: 'an access token of MonCash', value: access });
    return json(200, { access_token: access, token_type: 'bearer', expires_in: ACCESS_LIFE, scope: 'read,write' });
  };

  return {
    host({ path, headers, body }) {
      const afterUs = world.delayUs(10_000, 400_000);
      const authorization = headers.authorization ?? '';
      if (path === '/Api/oauth/token') return { back: token(authorization), afterUs };
      const operation = operations[path.replace('/Api/v1/', '')];
      if (!operation) return { back: json(404, { error: 'Not Found', message: path }), afterUs };
      const until = accessUntilMs.get(authorization.replace('Bearer ', '')) ?? 0;
      if (until <= nowMs()) return { back: json(401, { error: 'invalid_token' }), afterUs };
      return { back: operation(JSON.parse(body)), afterUs };
    },
    pay(orderId, costMinor) {
      const order = orders.get(orderId);
      if (!order || order.charge || order.untilMs <= nowMs()) return undefined;
      const transaction = String(nextTransaction++);
      const cost = costMinor ?? order.amountMinor;
      // Slow records: some payments are found a little later, and a few only after the gateway may have failed the payment.
      const lateS = random.percent(20) ? random.between(1, 20) : random.percent(6) ? random.between(300, 1_500) : 0;
      const knownAtUs = world.nowUs + lateS * 1_000_000;
      order.charge = { transaction, costMinor: cost, knownAtUs };
      const knownAt = knownAtUs - BEGINS_AT_US;
      const found = { order: orderId, transaction, costMinor: cost, currency: 'HTG', knownAt };
      record({ kind: 'paid', method: 'moncash', ...found });
      return transaction;
    },
    attempt(orderId, word) {
      const order = orders.get(orderId);
      if (!order || order.charge) return;
      order.word = word;
      record({ kind: 'attempt', order: orderId, word: word ?? null });
    },
    paidOrders: () => [...orders].filter(([, { charge }]) => charge !== undefined).map(([id]) => id),
  };
}

export function moncashSettings(): Record<string, string> {
  return {
    MONCASH_CLIENT_ID: CLIENT,
    MONCASH_CLIENT_SECRET: MONCASH_SECRET,
    MONCASH_API_URL: `https://${MONCASH_HOST}/Api`,
    MONCASH_GATEWAY_URL: `https://${MONCASH_HOST}/Moncash-middleware`,
  };
}

function notFound(): Back {
  return json(404, { error: 'Not Found', message: 'Transaction Not Found', status: 404 });
}

function json(status: number, body: object): Back {
  return { kind: 'response', status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}
