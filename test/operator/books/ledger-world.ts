import { SYSTEM } from '../../../src/core/actor.ts';
import type { Payment } from '../../../src/core/payment.ts';
import type { Refund } from '../../../src/core/refund.ts';
import type { DiscrepancyKind } from '../../../src/features/payments/discrepancies/discrepancy.ts';
import { resolveReturned } from '../../../src/features/payments/discrepancies/resolve-discrepancies.ts';
import { recordDiscrepancy } from '../../../src/features/payments/discrepancies/store/discrepancies.ts';
import { approveRefund, completeRefund, rejectRefund } from '../../../src/features/refunds/decide-refund.ts';
import type { RefundDeps } from '../../../src/features/refunds/refund-deps.ts';
import { requestRefund } from '../../../src/features/refunds/request-refund.ts';
import { moveRefund } from '../../../src/features/refunds/store/refunds.ts';
import { createLog, type Log } from '../../../src/platform/log/log.ts';
import { type BooksStore, DECLINED, MINUTE_US, type Owner } from './books-store.ts';

/** A payment, refund and discrepancy of each kind that the ledger posts. */
export interface LedgerWorld {
  readonly shop: Owner;
  readonly other: Owner;
  readonly paid: Payment;
  readonly failed: Payment;
  readonly open: Payment;
  /** Has a requested, a succeeded, a failed and a reversed refund. */
  readonly refunded: Payment;
  readonly requested: Refund;
  readonly succeeded: Refund;
  readonly rejected: Refund;
  readonly reversed: Refund;
  /** Its discrepancy is `dsc_returned`. */
  readonly returned: Payment;
  /** Failed; its discrepancy `dsc_late` is of money that came back. */
  readonly late: Payment;
  /** Completed; its discrepancy `dsc_usd` has an amount in another currency. */
  readonly mixed: Payment;
  /** Completed under the fee rule with the number 1, of 2.5 %. */
  readonly charged: Payment;
  /** In an imported payout, whose statement has another fee than the rule. */
  readonly paidOut: Payment;
  /** The id of that payout: its first line is of `paidOut`, the second one of a refund. */
  readonly payout: string;
  /** The id of a payout that was recorded by hand. */
  readonly handPayout: string;
}

/** The dependencies of refunds for a store without providers: refunds of live payments are paid by hand. */
export function refundDepsOf(store: BooksStore): RefundDeps & { readonly log: Log } {
  return {
    db: store.db,
    clock: () => store.now(),
    actor: SYSTEM,
    providerFor: () => undefined,
    secondPersonAbove: { HTG: null, USD: null },
    restores: { check: async () => null, admit: async () => ({ mark: 0, storeId: null }), note: () => {} },
    log: createLog('silent'),
  };
}

export async function fillLedgerWorld(store: BooksStore): Promise<LedgerWorld> {
  const { db } = store;
  const deps = refundDepsOf(store);
  const [shop, other] = [await store.website(null), await store.website(null)];
  store.forward(1_000_000);
  const report = async (id: string, payment: Payment, kind: DiscrepancyKind, money: [number, 'HTG' | 'USD'] | null) => {
    store.forward(1_000_000);
    const reported = money && { amountMinor: money[0], currency: money[1] };
    const word = kind === 'returned_after_completion' ? 'refunded' : kind === 'disputed' ? 'disputed' : null;
    const { id: paymentId, method } = payment;
    const found = { kind, method, paymentId, providerRef: `ref-${id}`, reported, word } as const;
    await db.transaction((tx) => recordDiscrepancy(tx, id, found, store.now()));
  };
  const paid = await store.end(shop, 'live');
  const failed = await store.end(shop, 'live', DECLINED);
  const open = await store.open(shop, 'live');
  const refunded = await store.end(shop, 'live');
  const request = async (name: string, amount: string) => {
    store.forward(1_000_000);
    const owner = { websiteId: shop.websiteId, mode: 'live' } as const;
    return (await requestRefund(deps, { owner, name, transactionId: String(refunded.id), amount })).refund;
  };
  const pay = async ({ id }: Refund) => {
    await approveRefund(deps, id);
    store.forward(1_000_000);
    return completeRefund(deps, id, `TX-${id.slice(-8)}`, { isUnclaimed: true });
  };
  const requested = await request('requested', '10');
  const succeeded = await pay(await request('succeeded', '20'));
  const rejected = await rejectRefund(deps, (await request('rejected', '30')).id, 'not wanted');
  const paidBack = await pay(await request('reversed', '40'));
  store.forward(1_000_000);
  const change = { status: 'reversed', endedAtUs: store.now() } as const;
  const reversed = (await db.transaction((tx) => moveRefund(tx, paidBack, change)))!;
  const returned = await store.end(shop, 'live');
  await report('dsc_returned', returned, 'returned_after_completion', [5_000, 'HTG']);
  await report('dsc_disputed', returned, 'disputed', [1_000, 'HTG']);
  const late = await store.end(shop, 'live', DECLINED);
  await report('dsc_late', late, 'paid_after_failure', [50_000, 'HTG']);
  store.forward(1_000_000);
  const back = { method: late.method, providerRef: 'ref-dsc_late', paymentId: late.id };
  await resolveReturned({ db, clock: () => store.now() }, back);
  const mixed = await store.end(shop, 'live');
  await report('dsc_usd', mixed, 'amount_mismatch', [400, 'USD']);
  const scope = { websiteId: shop.websiteId, mode: 'live', method: 'moncash', currency: 'HTG' } as const;
  await store.operator.setFee({ ...scope, percentE3: 2_500, fixedMinor: 0, minimumMinor: 0 });
  store.forward(4 * MINUTE_US);
  const charged = await store.end(shop, 'live');
  return {
    ...{ shop, other, paid, failed, open, refunded, requested, succeeded, rejected, reversed, returned, late, mixed },
    ...{ charged, ...(await fillPayouts(store, shop, succeeded)) },
  };
}

/** A payout of each kind. */
async function fillPayouts(
  store: BooksStore,
  shop: Owner,
  refund: Refund,
): Promise<Pick<LedgerWorld, 'paidOut' | 'payout' | 'handPayout'>> {
  const { websiteId } = shop;
  const scope = { websiteId, mode: 'live', method: 'moncash', currency: 'HTG' } as const;
  await store.operator.setFee({ ...scope, percentE3: 2_500, fixedMinor: 0, minimumMinor: 0 });
  store.forward(4 * MINUTE_US);
  const open = await store.open(shop, 'live');
  const paidOut = await store.settle(open, { status: 'completed' }, { providerRef: '2185608546' });
  const lines = [
    'date,kind,reference,amount,fee,currency',
    '2027-01-11,payment,2185608546,500,10,HTG',
    `2027-01-11,refund,${refund.providerRef},-20,0,HTG`,
    '2027-01-11,monthly fee,M1,0,25,HTG',
  ];
  const names = { method: 'moncash', bank: 'sogebank', paidOn: 20_830 } as const;
  const file = { ...names, bytes: Buffer.from(lines.join('\n')), format: 'peye', reference: 'MC-1' } as const;
  const [imported] = await store.operator.importStatement(file);
  while ((await store.operator.matchLines()).isMoreWaiting);
  const byHand = { ...names, websiteId, reference: 'MC-2', currency: 'HTG', grossMinor: 1_000, feeMinor: 100 } as const;
  const hand = await store.operator.recordPayout(byHand);
  return { paidOut, payout: imported?.payout.id ?? '', handPayout: hand.payout.id };
}
