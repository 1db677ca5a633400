import { SYSTEM } from '../../../src/core/actor.ts';
import type { DisputeState } from '../../../src/core/dispute.ts';
import type { Payment } from '../../../src/core/payment.ts';
import { recordChange } from '../../../src/features/audit/store/record-change.ts';
import { recordDiscrepancy } from '../../../src/features/payments/discrepancies/store/discrepancies.ts';
import { setRate } from '../../../src/features/rates/set-rate.ts';
import { claimReceipts, queueReceipt, recordReceipt } from '../../../src/features/receipts/store/receipts.ts';
import { approveRefund, completeRefund, rejectRefund } from '../../../src/features/refunds/decide-refund.ts';
import { recordReturns } from '../../../src/features/refunds/record-returns.ts';
import { requestRefund } from '../../../src/features/refunds/request-refund.ts';
import { sendDueRefunds } from '../../../src/features/refunds/send-refunds.ts';
import { listRefundsOf } from '../../../src/features/refunds/store/refunds.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../../src/features/subscriptions/change-subscription.ts';
import { closeFailed } from '../../../src/features/subscriptions/plan-charge.ts';
import { subscriptionRules } from '../../../src/features/subscriptions/stop-declined.ts';
import { findSubscription, setTestClock } from '../../../src/features/subscriptions/store/subscriptions.ts';
import { newWebhookSecret } from '../../../src/features/websites/webhook-secrets.ts';
import { type Provider, ProviderUnavailable, type ReportedDispute } from '../../../src/providers/provider.ts';
import { type BooksStore, DAY_US, DECLINED, MINUTE_US, type Owner } from './books-store.ts';
import { refundDepsOf } from './ledger-world.ts';

/** Settings that the audit log records, and rows for discrepancies, subscriptions, receipts and links. */
export interface More {
  readonly market: Owner;
  /** Completed, with a reference, metadata and a customer; its webhook was not sent yet. */
  readonly unsent: Payment;
  /** Failed live payments for which another amount was paid; the discrepancy of the first is resolved. */
  readonly wrongAmount: Payment;
  readonly wrongAmountOpen: Payment;
  /** A failed live payment for which money came afterwards. */
  readonly paidLate: Payment;
  readonly failedNow: Payment;
  readonly receipted: Payment;
  /** The payment of a webhook to which the endpoint responded 410. */
  readonly refused: Payment;
  readonly deactivatedKey: string;
  readonly rotatedKey: string;
  /** Without a limit, as an audit row from before the scope `refund` says; and limited to `read` and `create`. */
  readonly openKey: string;
  readonly shopKey: string;
  readonly liveSubscription: string;
  readonly cancelled: string;
  readonly paused: string;
  readonly resumed: string;
  readonly stopped: string;
  /** Active, with one failed cycle. */
  readonly behind: string;
  readonly endedLink: string;
  /** Created through the API, without payments. */
  readonly merchantLink: string;
  /** A website without payments. */
  readonly empty: Owner;
  /** A live payment, and the ids of its refunds. */
  readonly refunded: Payment;
  readonly refunds: Readonly<Record<'requested' | 'paidByHand' | 'rejected', string>>;
  /** Of another payment, which its provider refunds. */
  readonly unknownRefund: string;
  /** A payment with a refund from the provider's portal, and that refund. */
  readonly externalPayment: Payment;
  readonly externalRefund: string;
  /** Live payments with a dispute that was won, and with an open one. */
  readonly wonPayment: Payment;
  readonly disputed: Payment;
}

const reported = { amountMinor: 10_000, currency: 'HTG' } as const;

export async function fillMore(store: BooksStore): Promise<More> {
  const { db, operator } = store;
  const deps = { db, clock: () => store.now(), actor: SYSTEM };
  const market = await store.website('https://market.example/webhooks');
  await operator.changeWebsite(market.websiteId, { sendsReceipts: true });
  await operator.changeWebsite(market.websiteId, { testSecret: newWebhookSecret() });
  for (const mode of ['live', 'test'] as const) {
    await operator.rotateWebhookSecret({ id: market.websiteId, mode, afterSeconds: 3600 });
  }
  store.forward(10 * MINUTE_US);
  const unsent = await store.end(market, 'live', undefined, {
    reference: 'order-1',
    description: 'Two mangoes',
    metadata: '{"table":7}',
    providerRef: 'prov-1',
    customerName: 'Rose "R" Charles',
    customerEmail: 'rose@example.com',
    customerPhone: '50937001122',
  });
  const mismatched = async () => {
    const payment = await store.open(market, 'live');
    const report = { kind: 'amount_mismatch', method: payment.method, paymentId: payment.id, reported } as const;
    return store.settle(
      payment,
      { status: 'failed', failureReason: 'amount_mismatch' },
      {
        providerRef: `prov-${payment.id}`,
        also: async (tx) => {
          await recordDiscrepancy(
            tx,
            `dsc_${payment.id}`,
            { ...report, providerRef: `prov-${payment.id}` },
            store.now(),
          );
        },
      },
    );
  };
  const [wrongAmount, wrongAmountOpen] = [await mismatched(), await mismatched()];
  await operator.resolveDiscrepancy(`dsc_${wrongAmount.id}`, 'returned');
  const paidLate = await store.end(market, 'live', DECLINED);
  const late = { kind: 'paid_after_failure', method: paidLate.method, paymentId: paidLate.id, reported } as const;
  await db.transaction((tx) =>
    recordDiscrepancy(tx, `dsc_${paidLate.id}`, { ...late, providerRef: 'prov-late' }, store.now()),
  );
  const failedNow = await store.end(market, 'live', DECLINED);
  const receipted = await store.end(market, 'test', undefined, { customerEmail: 'jean@example.com' });
  await sendReceipt(store, market, receipted);
  const refused = await store.end(market, 'test');
  await store.attempts(refused, [503]);
  const key = async () => (await operator.createApiKey({ websiteId: market.websiteId, mode: 'live' })).apiKey.id;
  const [deactivatedKey, rotatedKey] = [await key(), await key()];
  await operator.setApiKeyActive(deactivatedKey, false);
  await operator.rotateApiKey({ id: rotatedKey, overlapSeconds: 3600 });
  await operator.changeApiKey(rotatedKey, { name: 'Till' });
  const [openKey, shopKey] = [await key(), await key()];
  await db.transaction((tx) => {
    const subject = { kind: 'api_key', id: openKey } as const;
    const [before, after] = [{ scopes: ['read'] }, { scopes: ['read', 'create'] }];
    return recordChange(tx, deps, { action: 'key.update', subject, websiteId: market.websiteId, before, after });
  });
  await operator.changeApiKey(shopKey, { scopes: ['create', 'read'] });
  await setRate(
    deps,
    { rateE4: 1_305_000, isChecked: true, seen: 0 },
    { bounds: { minE4: 10_000, maxE4: 100_000_000, maxChangePercent: 10 }, inForceE4: 1_300_000 },
  );
  const recurring = async (mode: 'test' | 'live') => {
    const interval = { recurringInterval: 'monthly', recurringIntervalCount: 1 } as const;
    const first = await store.open(market, mode, { method: 'lakaypay_card', ...interval });
    await store.settle(first, { status: 'completed' }, { cardToken: 'the-token' });
    return `sub_${first.id}`;
  };
  const [liveSubscription, cancelled, paused] = [
    await recurring('live'),
    await recurring('test'),
    await recurring('test'),
  ];
  const [resumed, stopped] = [await recurring('test'), await recurring('test')];
  const settle = (payment: Payment, outcome: Parameters<BooksStore['settle']>[1]) => store.settle(payment, outcome);
  await cancelSubscription({ ...deps, settle, subscriptions: subscriptionRules(db) }, cancelled, 'the customer asked');
  await pauseSubscription(deps, paused);
  await pauseSubscription(deps, resumed);
  await resumeSubscription(deps, resumed);
  const failFirstCycle = async (id: string, maxFailures: number) => {
    const charge = { subscriptionId: id, subscriptionPeriod: 1, subscriptionTry: 1, method: 'lakaypay_card' } as const;
    const toUs = store.now() + 40 * DAY_US;
    await db.transaction((tx) => setTestClock(tx, id, { toUs, nowUs: store.now() }));
    await store.end(market, 'test', DECLINED, charge);
    const subscription = (await findSubscription(db, id))!;
    const failure = { reason: 'declined', maxFailures, nowUs: store.now() } as const;
    await db.transaction((tx) => closeFailed(tx, subscription, failure));
  };
  await failFirstCycle(stopped, 1);
  const behind = await recurring('test');
  await failFirstCycle(behind, 3);
  const { id: endedLink } = await operator.createLink({
    websiteId: market.websiteId,
    mode: 'live',
    name: 'Kafe',
    descriptions: { ht: 'Kafe' },
    amount: '500',
    stock: 10,
    expiresAtUs: store.now() + DAY_US,
  });
  await operator.deactivateLink(endedLink);
  const { id: merchantLink } = await operator.createLink({
    websiteId: market.websiteId,
    mode: 'live',
    keyId: market.live,
    isByKey: true,
    amount: '500',
    name: 'Kafe',
    descriptions: { ht: 'Kafe' },
  });
  const empty = await store.website(null);
  const refunded = await fillRefunds(store, market);
  return {
    ...refunded,
    market,
    empty,
    unsent,
    wrongAmount,
    wrongAmountOpen,
    paidLate,
    failedNow,
    receipted,
    refused,
    deactivatedKey,
    rotatedKey,
    openKey,
    shopKey,
    liveSubscription,
    cancelled,
    paused,
    resumed,
    stopped,
    behind,
    endedLink,
    merchantLink,
  };
}

/** Refunds in several statuses, of two live payments. */
async function fillRefunds(
  store: BooksStore,
  { websiteId, live: keyId }: Owner & { readonly live: string },
): Promise<
  Pick<
    More,
    'refunded' | 'refunds' | 'unknownRefund' | 'externalPayment' | 'externalRefund' | 'wonPayment' | 'disputed'
  >
> {
  const unavailable = () => Promise.reject(new ProviderUnavailable('no response'));
  const provider: Provider = {
    name: 'bank',
    open: () => ({ providerData: null, expiresAtUs: 0, nextCheckAtUs: 0, fields: {} }),
    verify: async ({ amountMinor, currency }) => ({
      outcome: { status: 'completed', paid: { amountMinor, currency } },
      response: {},
      nextCheckAtUs: 0,
    }),
    refunds: ({ method }) =>
      method === 'card'
        ? { canRefundParts: true, isRepeatable: true, lagUs: 0, find: async () => undefined, send: unavailable }
        : undefined,
  };
  const deps = { ...refundDepsOf(store), providerFor: () => provider };
  const request = async (payment: Payment, name: string) => {
    const owner = { websiteId, mode: 'live' } as const;
    return (await requestRefund(deps, { owner, name, transactionId: String(payment.id), amount: '10.00', keyId }))
      .refund.id;
  };
  const owner = { websiteId, live: keyId, test: '' };
  await store.operator.changeWebsite(websiteId, { refundCallbackUrl: 'https://shop.example/refunds' });
  store.forward(10 * MINUTE_US);
  const refunded = await store.end(owner, 'live');
  const refunds = {
    requested: await request(refunded, 'requested'),
    paidByHand: await request(refunded, 'by-hand'),
    rejected: await request(refunded, 'rejected'),
  };
  await approveRefund(deps, refunds.paidByHand);
  await completeRefund(deps, refunds.paidByHand, 'TX-2284013977', { isUnclaimed: true });
  await rejectRefund(deps, refunds.rejected, 'delivered');
  const byCard = await store.end(owner, 'live', undefined, { method: 'card' });
  const unknownRefund = await request(byCard, 'unknown');
  await approveRefund(deps, unknownRefund);
  await sendDueRefunds(deps, 'live');
  const inPortal = await store.end(owner, 'live');
  const found = {
    kind: 'returned_after_completion',
    method: inPortal.method,
    paymentId: inPortal.id,
    word: 'refunded',
  } as const;
  await store.db.transaction((tx) =>
    recordReturns(
      tx,
      inPortal,
      { reports: [{ ...found, providerRef: 'prov-returned', reported }], disputes: [], undone: [], listed: undefined },
      store.now(),
    ),
  );
  const wonPayment = await store.end(owner, 'live');
  const disputed = await store.end(owner, 'live');
  const disputeOf = (payment: Payment, state: DisputeState): ReportedDispute => {
    const times = { openedAtUs: null, evidenceDueAtUs: null };
    return { providerRef: `dispute-${payment.id}`, money: reported, state, reason: 'fraudulent', ...times };
  };
  for (const [payment, state] of [
    [wonPayment, 'opened'],
    [wonPayment, 'won'],
    [disputed, 'opened'],
  ] as const) {
    const { id: paymentId, method } = payment;
    const dispute = disputeOf(payment, state);
    const report = {
      kind: 'disputed',
      method,
      paymentId,
      providerRef: dispute.providerRef,
      reported,
      word: 'disputed',
    } as const;
    const shown = { reports: state === 'won' ? [] : [report], disputes: [dispute], undone: [], listed: undefined };
    await store.db.transaction((tx) => recordReturns(tx, payment, shown, store.now()));
  }
  const [external] = await listRefundsOf(store.db, inPortal.id);
  return {
    refunded,
    refunds,
    unknownRefund,
    externalPayment: inPortal,
    externalRefund: external?.id ?? '',
    wonPayment,
    disputed,
  };
}

/** Queues the receipt of a payment, and ends it at the second attempt. */
export async function sendReceipt(
  store: BooksStore,
  owner: Owner,
  { id }: Payment,
  end: 'sent' | 'given_up' = 'sent',
): Promise<void> {
  const { db } = store;
  await db.transaction((tx) => queueReceipt(tx, { paymentId: id, websiteId: owner.websiteId, nowUs: store.now() }));
  for (const isLast of [false, true]) {
    const nowUs = store.now() + MINUTE_US;
    const claim = { nowUs, farUs: nowUs + DAY_US, leaseUntilUs: nowUs, limit: 5, skipLocked: db.skipLocked };
    for (const claimed of await db.transaction((tx) => claimReceipts(tx, claim))) {
      const result = isLast
        ? ({ status: end, endedAtUs: nowUs } as const)
        : ({ status: 'pending', nextAttemptAtUs: nowUs, error: 'no connection' } as const);
      await db.transaction((tx) => recordReceipt(tx, claimed, result));
    }
  }
}
