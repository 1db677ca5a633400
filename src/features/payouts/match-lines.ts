import type { PaymentMethod } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { insertEntries } from '../ledger/store/postings.ts';
import { type LineReason, lineEntries, type Payout, type PayoutLine } from './payout.ts';
import {
  type Candidate,
  holdRefundsByRef,
  matchedBefore,
  paymentsByRef,
  refundsByRef,
  ruleFees,
} from './store/match-candidates.ts';
import { expireOutstanding } from './store/outstanding.ts';
import { listDueLines, saveLines } from './store/payout-lines.ts';
import { lockPayout } from './store/payouts.ts';

/** A batch this small delays no other transaction. */
export const AT_ONCE = 200;

/** Matches the next lines of a payout, or reverses them if it was reversed, in one transaction with their entries. */
export async function matchBatch({ db, clock }: { db: Database; clock: Clock }, payoutId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (!payout) return;
    const due = await listDueLines(tx, payoutId, AT_ONCE);
    const nowUs = Math.floor(clock());
    if (payout.reversedAtUs === null) await holdRefundsByRef(tx, payout.method, refsOf(due, 'refund'));
    const decided =
      payout.reversedAtUs === null
        ? await decideLines(tx, { method: payout.method, lines: due, nowUs })
        : due.map(reversed(nowUs));
    await insertEntries(
      tx,
      decided.flatMap((line) => newEntries(line, payout)),
    );
    await saveLines(tx, decided);
    // Once, when the payments of all lines are free again.
    if (payout.reversedAtUs !== null && (await listDueLines(tx, payoutId, 1)).length === 0) {
      await expireOutstanding(tx, payout);
    }
  });
}

function reversed(nowUs: number): (line: PayoutLine) => PayoutLine {
  return (line) => ({ ...line, state: 'reversed', reversedAtUs: nowUs });
}

/** The entries that follow from the decision about a line: those of its match, or their counterparts. */
function newEntries(line: PayoutLine, payout: Payout) {
  const isReversal = line.reversedAtUs !== null;
  return lineEntries(line, payout).filter(({ event }) => event.endsWith(':reversal') === isReversal);
}

/**
 * Matches lines by the provider's number together with the amount and the currency, never by the amount alone. A payment and a refund are
 * matched once, whatever a statement repeats. `used` has those that other lines of the same statement are matched with, and gets more.
 */
export async function decideLines(
  tx: Pick<Database, 'query'>,
  {
    method,
    lines,
    nowUs,
    used = new Set(),
  }: { method: PaymentMethod; lines: readonly PayoutLine[]; nowUs: number; used?: Set<number | string> },
): Promise<PayoutLine[]> {
  const candidates = {
    payment: Map.groupBy(await paymentsByRef(tx, method, refsOf(lines, 'payment')), ({ providerRef }) => providerRef),
    refund: Map.groupBy(await refundsByRef(tx, method, refsOf(lines, 'refund')), ({ providerRef }) => providerRef),
    other: new Map<string, Candidate[]>(),
  };
  const all = [...candidates.payment.values(), ...candidates.refund.values()].flat();
  const paymentIds = all.flatMap(({ paymentId, refundId }) => (refundId === null ? [paymentId] : []));
  const refundIds = all.flatMap(({ refundId }) => refundId ?? []);
  for (const id of await matchedBefore(tx, { paymentIds, refundIds })) used.add(id);
  const fees = await ruleFees(tx, method, paymentIds);
  return lines.map((line): PayoutLine => {
    const found = matchOf(line, candidates[line.kind].get(line.reference) ?? [], used);
    if (typeof found === 'string') return { ...line, state: 'only_theirs', reason: found, decidedAtUs: nowUs };
    used.add(found.refundId ?? found.paymentId);
    const { paymentId, refundId, websiteId } = found;
    const postedMinor = refundId === null ? (fees.get(paymentId) ?? 0) : 0;
    const replacedMinor = line.feeMinor === null || line.feeMinor === postedMinor ? null : postedMinor;
    return { ...line, ...{ paymentId, refundId, websiteId, replacedMinor }, state: 'matched', decidedAtUs: nowUs };
  });
}

/** The numbers that lines of a kind name. */
function refsOf(lines: readonly PayoutLine[], kind: PayoutLine['kind']): string[] {
  return [...new Set(lines.filter((line) => line.kind === kind).map(({ reference }) => reference))];
}

/** The payment or refund that a line is about, or why there is none. */
function matchOf(
  line: PayoutLine,
  candidates: readonly Candidate[],
  used: ReadonlySet<number | string>,
): Candidate | LineReason {
  if (line.kind === 'other') return 'other_kind';
  const [one, ...others] = candidates.filter(
    ({ status }) => status === 'completed' || status === 'succeeded' || status === 'reversed',
  );
  if (!one) return candidates.length > 0 ? 'not_completed' : 'no_payment';
  if (others.length > 0) return 'ambiguous';
  if (one.currency !== line.currency) return 'other_currency';
  if (one.amountMinor !== line.amountMinor) return 'other_amount';
  return used.has(one.refundId ?? one.paymentId) ? 'repeated' : one;
}
