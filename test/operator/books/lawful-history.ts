import { join } from 'node:path';
import { SYSTEM } from '../../../src/core/actor.ts';
import { DEFAULT_RETRY_SECONDS } from '../../../src/core/durations.ts';
import { usdToHtg } from '../../../src/core/money.ts';
import { FAILURE_REASONS, type Payment } from '../../../src/core/payment.ts';
import { dayOf } from '../../../src/core/timestamps.ts';
import { insertLinkPayment, reserveUnits } from '../../../src/features/links/store/link-payments.ts';
import { applyVerification } from '../../../src/features/payments/apply-verification.ts';
import { checkLatePayments } from '../../../src/features/payments/check-late-payments.ts';
import { listDiscrepancies } from '../../../src/features/payments/discrepancies/store/discrepancies.ts';
import type { FinalOutcome } from '../../../src/features/payments/settle-payment.ts';
import { findPayment } from '../../../src/features/payments/store/find-payment.ts';
import { setRate } from '../../../src/features/rates/set-rate.ts';
import { findManualRate } from '../../../src/features/rates/store/manual-rates.ts';
import { findReceipt } from '../../../src/features/receipts/store/receipts.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../../src/features/subscriptions/change-subscription.ts';
import { chargeDueSubscriptions } from '../../../src/features/subscriptions/charge-subscription.ts';
import { subscriptionRules } from '../../../src/features/subscriptions/stop-declined.ts';
import { attemptDelivery } from '../../../src/features/webhooks/attempt-delivery.ts';
import { claimDeliveries } from '../../../src/features/webhooks/store/claim-deliveries.ts';
import { recordAttempts } from '../../../src/features/webhooks/store/delivery-tries.ts';
import { findWebsite } from '../../../src/features/websites/store/websites.ts';
import { newWebhookSecret } from '../../../src/features/websites/webhook-secrets.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import type { Verification } from '../../../src/providers/provider.ts';
import { type BooksStore, DAY_US, MINUTE_US, type Owner } from './books-store.ts';
import { sendReceipt } from './more-world.ts';

const log = createLog('silent');
const RETENTION_DAYS = [1, 5, 30];

/** How often each step of a history changed something. */
export type Done = Map<string, number>;

/** A generator of random numbers from a seed (mulberry32). */
function random(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (share: number) => next() < share,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  };
}

/**
 * Does `steps` random things to a store, each through the code that a gateway, a worker or an operator calls, with a clock that runs ahead
 * by minutes, days and months. A step that a verb refuses is skipped. Returns how often each step succeeded.
 */
export async function liveLawfully(store: BooksStore, { seed, steps }: { seed: number; steps: number }): Promise<Done> {
  const { below, chance, of } = random(seed);
  const { db, box, operator } = store;
  const clock = () => {
    store.forward(1);
    return store.now();
  };
  const maker = { db, clock, actor: SYSTEM };
  const done: Done = new Map();
  const owners: Owner[] = [];
  const open: Payment[] = [];
  const final: Payment[] = [];
  const links: { id: string; code: string; owner: Owner; mode: 'test' | 'live'; maxQuantity: number }[] = [];
  const subscriptions: string[] = [];
  const folders: string[] = [];
  let made = 0;

  const text = () => of(['a', 'Rose "R" Charles', 'Ayiti é\n', '\\', 'order-1', 'x'.repeat(200)]) + String(++made);
  const paidOf = ({ amountMinor, currency }: Payment) => ({ amountMinor, currency });
  const count = (name: string) => done.set(name, (done.get(name) ?? 0) + 1);
  /** Details of a charge that the provider has returned, in part or completely. */
  const returned = ({ amountMinor, currency }: Payment) => {
    count('returned');
    const left = { amountMinor: of([0, Math.floor(amountMinor / 2)]), currency };
    const money = { amountMinor: amountMinor - left.amountMinor, currency };
    const how = of(['refunded', 'voided', 'dispute_lost', 'disputed'] as const);
    return { returns: { left, items: [{ providerRef: `return-${++made}`, money, how }] } };
  };
  /** Details of a declined card. Some declines forbid every later charge. */
  const declined = () => {
    if (!chance(0.3)) return {};
    count('stopDecline');
    return { decline: { class: of(['stop', 'new_card'] as const), reason: 'response 41, lost card' } };
  };
  /** A provider's report about a payment. */
  const verification = (payment: Payment): Verification => {
    const money = paidOf(payment);
    const paid = chance(0.3) ? { ...money, amountMinor: money.amountMinor + of([-100, 100]) } : money;
    const failureReason = of(FAILURE_REASONS.filter((reason) => reason !== 'amount_mismatch'));
    const outcome = of<Verification['outcome']>([
      { status: 'completed', paid, ...(chance(0.1) && returned(payment)) },
      { status: 'failed', failureReason, ...(payment.subscriptionId !== null && declined()) },
      { status: 'open' },
    ]);
    const surplus = chance(0.1) ? [{ providerRef: `extra-${made}`, paid: money }] : [];
    return { outcome, response: {}, nextCheckAtUs: store.now() + MINUTE_US, providerRef: `ref-${payment.id}`, surplus };
  };
  const provider = {
    name: 'history',
    isLocal: true,
    open: (payment: Payment) => ({
      providerData: null,
      fields: {},
      expiresAtUs: payment.createdAtUs + DAY_US,
      nextCheckAtUs: payment.createdAtUs + MINUTE_US,
    }),
    verify: async (payment: Payment) => verification(payment),
    chargeToken: async (payment: Payment) => {
      const isPaid = chance(0.6);
      const outcome = isPaid
        ? ({ status: 'completed', paid: paidOf(payment) } as const)
        : ({ status: 'failed', failureReason: of(['declined', 'provider_error']), ...declined() } as const);
      return { outcome, response: {}, nextCheckAtUs: store.now() + MINUTE_US, providerRef: `ref-${payment.id}` };
    },
  };
  const settle = async (payment: Payment, outcome: FinalOutcome, details?: Parameters<BooksStore['settle']>[2]) => {
    const settled = await store.settle(payment, outcome, details);
    if (settled) final.push(settled);
    return settled;
  };
  const deps = {
    ...maker,
    box,
    settle,
    subscriptions: subscriptionRules(db),
    log,
    providerFor: () => provider as never,
  };
  const recurring = {
    ...deps,
    nextId: () => store.nextId(),
    rates: () => ({ rateE4: 1_300_000, updatedAtUs: 1, source: null }),
    settings: { maxFailures: 3, catchUp: 2 },
    restores: { check: async () => null, admit: async () => undefined, note: () => {}, markRestored: async () => {} },
  };
  const rowOf = async (id: string) => {
    const sql = 'SELECT status, paused_at_us FROM subscriptions WHERE id = $1';
    return (await db.query<{ status: string; paused_at_us: number | null }>(sql, [id]))[0]!;
  };
  const take = <T>(from: T[]): T | undefined => from.splice(below(from.length), 1)[0];
  const newest = () => of(owners);
  const fields = () => ({
    reference: chance(0.5) ? text() : null,
    description: chance(0.5) ? text() : null,
    customerName: text(),
    customerEmail: chance(0.5) ? 'rose@example.com' : null,
    customerPhone: chance(0.3) ? '50937001122' : null,
    metadata: chance(0.4) ? '{"n":12345678901234567890.10}' : null,
  });

  /** Sends or gives up the receipt of a payment that is still stored. */
  const receipt = async (end: 'sent' | 'given_up') => {
    const paid = final.filter(({ status, customerEmail }) => status === 'completed' && customerEmail !== null);
    const payment = paid.length > 0 ? await findPayment(db, of(paid).id) : undefined;
    if (payment && (await findReceipt(db, payment.id))) return false;
    const owner = owners.find(({ websiteId }) => websiteId === payment?.websiteId);
    return payment && owner ? sendReceipt(store, owner, payment, end) : false;
  };

  const STEPS: Readonly<Record<string, () => Promise<unknown>>> = {
    website: async () =>
      owners.length < 3 && owners.push(await store.website(chance(0.7) ? 'https://shop.example/' : null)),
    create: async () => {
      const dollars = 100 + below(100_000);
      const conversion = { originalAmountMinor: dollars, rateE4: 1_305_050, amountMinor: usdToHtg(dollars, 1_305_050) };
      const method = of(['moncash', 'natcash', 'lakaypay_card', 'card'] as const);
      const status = method === 'card' ? 'pending' : 'processing';
      const amount = chance(0.2) ? conversion : { amountMinor: 100 + below(1_000_000) };
      open.push(await store.open(newest(), of(['test', 'live']), { ...fields(), ...amount, method, status }));
    },
    verify: async () => {
      const payment = take(open);
      if (!payment) return false;
      const current = await applyVerification(deps, payment, verification(payment), log);
      if (current.finishedAtUs === null) open.push(current);
      return true;
    },
    verifyFinal: async () => {
      const payment = final.length > 0 ? await findPayment(db, of(final).id) : undefined;
      return payment ? applyVerification(deps, payment, verification(payment), log) : false;
    },
    fail: async () => {
      const payment = take(open);
      return payment ? settle(payment, { status: 'failed', failureReason: 'expired' }) : false;
    },
    lateChecks: async () => {
      for (const method of ['moncash', 'natcash', 'lakaypay_card', 'card'] as const)
        await checkLatePayments(deps, method);
    },
    resolveDiscrepancy: async () => {
      const [discrepancy] = await listDiscrepancies(db, { isOpen: true, limit: 1 });
      return discrepancy ? operator.resolveDiscrepancy(discrepancy.id, text().replaceAll('\n', ' ')) : false;
    },
    attempts: async () => {
      const share = { websites: owners.map(({ websiteId }) => ({ websiteId, limit: 20 })), nowUs: store.now() };
      const claim = { ...share, leaseUntilUs: store.now() + MINUTE_US, skipLocked: db.skipLocked };
      const claimed = await db.transaction((tx) => claimDeliveries(tx, claim));
      for (const delivery of claimed) await attempt(delivery);
      return claimed.length > 0;
    },
    resend: async () => final.length > 0 && operator.resendDelivery(`dlv_${of(final).id}`),
    resendMany: async () =>
      operator.resendDeliveries({ websiteId: newest().websiteId, fromUs: store.now() - 5 * DAY_US, toUs: store.now() }),
    callbackUrl: async () =>
      operator.changeWebsite(newest().websiteId, {
        callbackUrl: of([null, 'https://shop.example/', `https://shop.example/${made}`]),
      }),
    website2: async () =>
      operator.changeWebsite(newest().websiteId, {
        name: `Shop ${++made}`,
        cardLiveApproved: chance(0.5),
        sendsReceipts: chance(0.7),
        isActive: chance(0.9),
        methods: of([['moncash'], ['moncash', 'card', 'lakaypay_card']]),
        contact: of([null, '50937001122']),
      }),
    secret: async () => operator.rotateWebhookSecret({ id: newest().websiteId, afterSeconds: of([0, 3600]) }),
    testUrl: async () =>
      operator.changeWebsite(newest().websiteId, { testCallbackUrl: of([null, 'https://shop.example/test']) }),
    testSecret: async () =>
      operator.changeWebsite(newest().websiteId, { testSecret: of([null, null, newWebhookSecret()]) }),
    rotateTestSecret: async () =>
      operator.rotateWebhookSecret({ id: newest().websiteId, mode: 'test', afterSeconds: of([0, 3600]) }),
    key: async () => {
      const { apiKey } = await operator.createApiKey({ websiteId: newest().websiteId, mode: of(['test', 'live']) });
      for (let rolls = below(3); rolls > 0; rolls--) {
        await operator.rotateApiKey({ id: apiKey.id, overlapSeconds: of([0, 60, 86_400]) });
        store.forward(of([1, MINUTE_US, DAY_US]));
      }
      await operator.setApiKeyActive(apiKey.id, chance(0.5));
      await operator.changeApiKey(apiKey.id, { name: `Till ${made}` });
      return operator.setApiKeyActive(apiKey.id, chance(0.5));
    },
    link: async () => {
      const [owner, mode] = [newest(), of(['test', 'live'] as const)];
      const stock = of([null, 3]);
      const given = { websiteId: owner.websiteId, mode, keyId: owner[mode], stock, amount: '500', name: 'Mango' };
      const maxQuantity = of([1, 2]);
      const link = await operator.createLink({
        ...given,
        maxQuantity,
        descriptions: { ht: 'Mango' },
        isByKey: chance(0.3),
      });
      links.push({ ...link, owner, mode });
    },
    sell: async () => {
      if (links.length === 0) return false;
      const { id, code, owner, mode, maxQuantity } = of(links);
      const quantity = 1 + below(maxQuantity);
      const several = quantity > 1 && {
        metadata: JSON.stringify({ link: code, quantity }),
        description: `${quantity} × Mango`,
        amountMinor: 50_000 * quantity,
      };
      const one = { metadata: JSON.stringify({ link: code }), description: 'Mango' };
      const payment = await store.open(owner, mode, several || one, async (tx, opened) => {
        await insertLinkPayment(tx, opened, { linkId: id, formId: `form-${opened.id}`, quantity });
        if (!(await reserveUnits(tx, { linkId: id, quantity, nowUs: store.now() })))
          throw new Error('the link has no stock');
      });
      return open.push(payment);
    },
    endLink: async () =>
      links.length > 0 && chance(0.3) && operator.deactivateLink(of(links).id, { isByKey: chance(0.3) }),
    recount: async () => links.length > 0 && operator.recountLink(of(links).id),
    subscribe: async () => {
      const interval = { recurringInterval: of(['daily', 'monthly'] as const), recurringIntervalCount: 1 + below(2) };
      const first = await store.open(newest(), of(['test', 'test', 'live']), { method: 'lakaypay_card', ...interval });
      await settle(first, { status: 'completed' }, { cardToken: 'the-token' });
      subscriptions.push(`sub_${first.id}`);
    },
    charge: () => chargeDueSubscriptions(recurring, 'test'),
    pause: async () => subscriptions.length > 0 && pauseSubscription(maker, of(subscriptions)),
    resume: async () => {
      for (const id of subscriptions) {
        const { paused_at_us: pausedAtUs, status } = await rowOf(id);
        if (pausedAtUs !== null && status === 'active') return resumeSubscription(maker, id);
      }
      return false;
    },
    cancel: async () =>
      subscriptions.length > 0 && chance(0.5) && cancelSubscription(deps, of(subscriptions), 'as requested'),
    receipt: () => receipt('sent'),
    receiptGivenUp: () => receipt('given_up'),
    rate: async () => {
      const last = await findManualRate(db);
      const bounds = { minE4: 10_000, maxE4: 100_000_000, maxChangePercent: 0 };
      const rateE4 = of([null, 1_300_000 + below(1000)]);
      return setRate(maker, { rateE4, isChecked: true, seen: last?.number ?? 0 }, { bounds, inForceE4: 1_300_000 });
    },
    deleteOld: async () => {
      const olderThanDays = of(RETENTION_DAYS);
      const verb = of([
        operator.deleteOldDeliveries,
        operator.deleteOldEvents,
        operator.deleteOldTestPayments,
        operator.deleteOldHistory,
      ]);
      return (await verb({ olderThanDays })).removed > 0;
    },
    archive: async () => {
      if (chance(0.5)) store.forward(95 * DAY_US);
      const folder = join(store.place.folder, `archive-${seed}-${++made}`);
      await operator.makeArchive({ beforeDay: dayOf(store.now()) - 90 - below(5), folder });
      return folders.push(folder);
    },
    removeArchive: async () => {
      if (folders.length === 0) return false;
      let left = of([1, 2, 99, 99]);
      const onStep = () => {
        if (--left === 0) throw new Error('the removal was killed');
      };
      await operator.removeArchived({ folder: of(folders), isQuick: true, onStep });
      return true;
    },
    minutes: async () => store.forward(below(120) * MINUTE_US),
    days: async () => store.forward(below(6) * DAY_US),
    months: async () => chance(0.3) && store.forward((30 + below(60)) * DAY_US),
  };

  const attempt = (delivery: Parameters<typeof attemptDelivery>[1]) => {
    const statusCode = of([200, 200, 503, 404, 410, null]);
    const isRefused = statusCode === null && chance(0.3);
    const refusal = 'the destination is not a public address (127.0.0.1)';
    const error = statusCode === null ? (isRefused ? refusal : 'the connection was refused') : null;
    const send = async () => ({
      durationMs: 1,
      statusCode,
      error,
      responseStart: null,
      retryAfterSeconds: undefined,
      isRefused,
    });
    return attemptDelivery(
      {
        clock,
        box,
        log,
        retrySeconds: DEFAULT_RETRY_SECONDS,
        sender: { send, close: async () => {} },
        telemetry: { deliveryAttempt: () => () => {} },
        findWebsite: (id) => findWebsite(db, id),
        record: (record) => db.transaction((tx) => recordAttempts(tx, [record])),
      },
      delivery,
    );
  };

  owners.push(await store.website('https://shop.example/'));
  const names = Object.keys(STEPS);
  const often = [
    'create',
    'create',
    'create',
    'verify',
    'verify',
    'fail',
    'attempts',
    'sell',
    'charge',
    'lateChecks',
    'removeArchive',
  ];
  for (let step = 0; step < steps; step++) {
    const name = of([...names, ...often, ...often]);
    try {
      if ((await STEPS[name]?.()) !== false) count(name);
    } catch (error) {
      if (!isRefusal(error as Error)) throw error;
    }
  }
  return done;
}

/** Errors that a lawful history may cause: a verb refuses, the stock is sold, or a removal is killed while it works. */
function isRefusal({ name, message }: Error): boolean {
  return name === 'OperatorError' || /^the link has no stock|^the removal was killed/.test(message);
}
