import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import { appliedAtUs } from '../../../database/schema/schema-state.ts';
import type { AuditAction, AuditRow } from '../../audit/audit.ts';
import { auditRows, factsOf } from '../../audit/audit-rows.ts';
import { listAuditRowsOf } from '../../audit/store/audit-log.ts';
import { EXTERNAL_STATUSES } from '../../refunds/store/external-refunds.ts';
import { type CallbackTimes, REFUND_URLS_MIGRATION, readCallbackTimes } from './callback-times.ts';
import { type ExpectedGaps, readExpectedGaps } from './expected-gaps.ts';
import type { FaultLog } from './fault-log.ts';
import {
  type DisputeOfPayment,
  listDisputesOfPayments,
  listRefundSums,
  listRefundsOfPayments,
  listRefundsWithoutEvents,
  type RefundOfPayment,
  type RefundSums,
  readRefundNow,
  type SilentRefund,
} from './store/refund-faults.ts';

const PAGE = 500;
const DECISIONS = [
  'refund.approve',
  'refund.reject',
  'refund.complete',
  'refund.resolve',
  'refund.correct',
] as const satisfies readonly AuditAction[];
type Decision = (typeof DECISIONS)[number];

/**
 * Compares refunds with their payments, with the stored sums of their money, and with the audit log rows of their decisions, in both
 * directions.
 */
export async function checkRefunds(store: ReadOnlyStore, faults: FaultLog, nowUs: number): Promise<void> {
  await checkMoney(store, faults);
  const stored = await checkEach(store, faults, nowUs);
  await checkDecided(store, faults, stored);
}

async function checkMoney(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  for (let after = 0; ; ) {
    const page = await store.snapshot((reader) => listRefundSums(reader, after, PAGE));
    for (const sums of page) {
      const fault = moneyFault(sums);
      if (fault) faults.add('refund_money_wrong', sums.payment_id, fault);
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.payment_id;
  }
}

function moneyFault(sums: RefundSums): string | undefined {
  if (sums.reserved_minor !== sums.open_minor) {
    return `${sums.reserved_minor} are reserved, and its open refunds add up to ${sums.open_minor}`;
  }
  if (sums.refunded_minor !== sums.done_minor) {
    return `${sums.refunded_minor} are refunded, and its refunds add up to ${sums.done_minor}`;
  }
  if (sums.amount_minor === null) return 'its payment is not stored';
  if (sums.paid_minor !== sums.amount_minor)
    return `${sums.paid_minor} were paid, and its amount is ${sums.amount_minor}`;
  if (sums.currency !== sums.payment_currency) return 'its currency differs from its payment';
  return undefined;
}

/** Returns the statuses of all refunds. */
async function checkEach(store: ReadOnlyStore, faults: FaultLog, nowUs: number): Promise<ReadonlyMap<string, string>> {
  const statuses = new Map<string, string>();
  let times = await readEventTimes(store, nowUs);
  for (let after = ''; ; ) {
    const { page, decided, silent } = await store.snapshot(async (reader) => {
      const refunds = await listRefundsOfPayments(reader, after, PAGE);
      const rows = await listAuditRowsOf(reader, { subjectIds: refunds.map(({ id }) => id), actions: DECISIONS });
      const without = await listRefundsWithoutEvents(reader, refunds);
      return { page: refunds, decided: Map.groupBy(rows, ({ subject }) => subject.id ?? ''), silent: without };
    });
    const lacking = lackingOf(silent, times);
    if (lacking.length > 0) {
      // Read after the refunds, so that it includes every deletion that their page shows.
      times = await readEventTimes(store, nowUs);
      for (const { id, lacks } of lackingOf(lacking, times)) faults.add('refund_event_missing', id, `no ${lacks}`);
    }
    for (const refund of page) {
      statuses.set(refund.id, refund.status);
      const unfounded = unfoundedFault(refund);
      if (unfounded) faults.add('refund_unfounded', refund.id, unfounded);
      if (refund.external_of_another !== null) {
        faults.add('refund_number_shared', refund.id, `its number is that of ${refund.external_of_another}`);
      }
      const impossible = stateFault(refund);
      if (impossible) faults.add('refund_state', refund.id, impossible);
      const undecided = decisionFault(refund, decided.get(refund.id) ?? []);
      if (undecided) faults.add('refund_undecided', refund.id, undecided);
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) return statuses;
    after = last.id;
  }
}

/** Since when events of refunds are stored, and which of them may have been deleted. */
interface EventTimes {
  readonly gaps: ExpectedGaps;
  readonly callbacks: CallbackTimes;
  readonly feedsFromUs: number;
}

function readEventTimes(store: ReadOnlyStore, nowUs: number): Promise<EventTimes> {
  return store.snapshot(async (reader) => ({
    gaps: await readExpectedGaps(reader, nowUs),
    callbacks: await readCallbackTimes(reader, 'refunds'),
    feedsFromUs: (await appliedAtUs(reader, REFUND_URLS_MIGRATION)) ?? Number.POSITIVE_INFINITY,
  }));
}

/**
 * The refunds whose last change should have an event: their website had a URL for it without interruption since then, and no deletion explains
 * why it is missing. The time of the success of a refund that was reversed later is not stored, so only the event of the reversal is compared.
 */
function lackingOf(silent: readonly SilentRefund[], { gaps, callbacks, feedsFromUs }: EventTimes): SilentRefund[] {
  return silent.filter(({ mode, endedAtUs, websiteId, lacks }) => {
    const urlFromUs = callbacks[mode].get(websiteId) ?? Number.POSITIVE_INFINITY;
    return (
      endedAtUs >= (lacks === 'webhook' ? Math.max(gaps.deliveries, urlFromUs) : Math.max(gaps.events, feedsFromUs))
    );
  });
}

function unfoundedFault(refund: RefundOfPayment): string | undefined {
  if (refund.payment_status === null) return 'its payment is not stored';
  if (refund.payment_status !== 'completed') return `its payment is ${refund.payment_status}`;
  if (refund.has_money === 0) return 'nothing is stored about the money of its payment';
  if (refund.website_id !== refund.payment_website) return 'its website differs from its payment';
  if (refund.mode !== refund.payment_mode) return 'its mode differs from its payment';
  if (refund.method !== refund.payment_method) return 'its method differs from its payment';
  if (refund.currency !== refund.payment_currency) return 'its currency differs from its payment';
  if (refund.kind === 'gateway') return undefined;
  if (refund.is_reported === 0) return 'no discrepancy has the number and amount of this external refund';
  const status = EXTERNAL_STATUSES[refund.reported_word ?? ''];
  // It was returned, and came back.
  const isBack = status === 'failed' && refund.status === 'reversed';
  if (refund.status !== status && !isBack) return `it is ${refund.status}, and reported as ${refund.reported_word}`;
  return refund.is_own === 0 ? undefined : 'it is external, and a refund of this gateway has its number';
}

function stateFault({ status, attempts, asked_at_us: askedAtUs, ...refund }: RefundOfPayment): string | undefined {
  // An unknown refund whose provider shows no refunds waits for a person.
  const isGoing = status === 'approved' || status === 'sent';
  if (isGoing && refund.next_step_at_us === null) return `it is ${status}, and no step follows`;
  const isWaiting = status === 'requested' || status === 'manual';
  if ((isWaiting || status === 'failed' || status === 'reversed') && refund.next_step_at_us !== null) {
    return `it is ${status}, and a step follows`;
  }
  if (isWaiting && attempts > 0) return `it is ${status}, and was sent`;
  if (attempts > 0 && askedAtUs === null) return 'it was sent at no time';
  return undefined;
}

/** An operator approves each live refund. A refund that was not sent ends only by an operator's decision. */
function decisionFault(refund: RefundOfPayment, rows: readonly AuditRow[]): string | undefined {
  if (refund.kind === 'external') return undefined;
  const newest = (action: Decision) => rows.findLast((row) => row.action === action);
  const { status, failure_reason: reason, asked_at_us: askedAtUs } = refund;
  if (reason === 'rejected') {
    return newest('refund.reject') || newest('refund.resolve') ? undefined : 'rejected, but not in the audit log';
  }
  const isApproved = status !== 'requested' && status !== 'failed';
  if (refund.mode === 'live' && isApproved && !newest('refund.approve')) return 'approved, but not in the audit log';
  if (status !== 'succeeded' || askedAtUs !== null) return undefined;
  const completed = newest('refund.correct') ?? newest('refund.complete');
  if (!completed) return 'paid by hand, but not in the audit log';
  return factsOf(completed).provider_ref === refund.provider_ref ? undefined : 'its number differs from the audit log';
}

/** Checks that each decision in the audit log belongs to a stored refund, whose status fits the decision. */
async function checkDecided(
  store: ReadOnlyStore,
  faults: FaultLog,
  stored: ReadonlyMap<string, string>,
): Promise<void> {
  const fits: Readonly<Record<Decision, (status: string) => boolean>> = {
    'refund.approve': (status) => status !== 'requested',
    'refund.reject': (status) => status === 'failed',
    'refund.resolve': (status) => status === 'succeeded' || status === 'failed' || status === 'reversed',
    'refund.correct': (status) => status === 'succeeded' || status === 'reversed',
    'refund.complete': (status) => status === 'succeeded' || status === 'reversed',
  };
  const seen = new Set<string>();
  for (const action of DECISIONS) {
    const rows = await store.snapshot((reader) => Array.fromAsync(auditRows(reader, action)));
    for (const row of rows) {
      const id = row.subject.id ?? '';
      const status = stored.get(id);
      if (seen.has(`${action} ${id}`) || (status !== undefined && fits[action](status))) continue;
      seen.add(`${action} ${id}`);
      // `stored` may lack a newer decision. Refunds of deleted test payments were deleted with them.
      const now = await store.snapshot((reader) => readRefundNow(reader, id, Number(factsOf(row).transaction_id)));
      if (now === undefined) continue;
      if (now === null) faults.add('refund_undecided', id, 'decided in the audit log, but not stored');
      else if (!fits[action](now)) faults.add('refund_undecided', id, `${action} in the audit log, but ${now}`);
    }
  }
}

/** Compares disputes with their payments, and with the discrepancies that they cause. */
export async function checkDisputes(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  for (let after = ''; ; ) {
    const page = await store.snapshot((reader) => listDisputesOfPayments(reader, after, PAGE));
    for (const dispute of page) {
      const fault = disputeFault(dispute);
      if (fault) faults.add('dispute_unfounded', dispute.id, fault);
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.id;
  }
}

function disputeFault(dispute: DisputeOfPayment): string | undefined {
  if (dispute.payment_status !== 'completed') return `its payment is ${dispute.payment_status ?? 'not stored'}`;
  if (dispute.website_id !== dispute.payment_website) return 'its website differs from its payment';
  if (dispute.mode !== dispute.payment_mode) return 'its mode differs from its payment';
  if (dispute.method !== dispute.payment_method) return 'its method differs from its payment';
  if (dispute.state === 'won') {
    return dispute.open_cases === 0 ? undefined : 'it was won, and a discrepancy of it is open';
  }
  const kind = dispute.state === 'opened' ? 'disputed' : 'returned_after_completion';
  return dispute.cases > 0 ? undefined : `it is ${dispute.state}, and no discrepancy ${kind} has its number`;
}
