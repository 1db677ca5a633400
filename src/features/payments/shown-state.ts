import { US_PER_DAY } from '../../core/durations.ts';
import { type FailureReason, isFinal, type Payment, type PaymentStatus } from '../../core/payment.ts';
import type { Step, StepName } from '../../core/payment-history.ts';
import type { Database } from '../../database/database.ts';
import { factsOf } from '../audit/audit-rows.ts';
import { listAuditRows } from '../audit/store/audit-log.ts';
import { type DiscrepancyMarks, discrepancyMarksOf } from './discrepancies/store/discrepancies.ts';
import { listSteps } from './history/store/list-payment-history.ts';
import { refundedPaymentsOf } from './store/refunded-payments.ts';

/**
 * A payment's state for people, more precise than the API's status. `not_opened`: no step of the customer is recorded.
 * `unfinished`: the customer's steps may have been deleted. `waiting_customer`: the customer opened it, and has not
 * confirmed. `waiting_…`: the wallet or the card's bank is processing it. `late`, `twice`: money arrived although the
 * payment had failed, or more than once. `late_returned`, `returned`: late money, or money of a completed payment, went
 * back to the customer, by a refund or as the provider reported. All others as in the API.
 */
export type ShownState =
  | 'not_opened'
  | 'unfinished'
  | 'waiting_customer'
  | 'waiting_moncash'
  | 'waiting_natcash'
  | 'waiting_card'
  | Exclude<PaymentStatus, 'pending' | 'processing' | 'failed'>
  | FailureReason
  | 'late'
  | 'late_returned'
  | 'twice'
  | 'returned';

/** What is known about a payment besides its row. */
export interface Evidence extends DiscrepancyMarks {
  /** Its steps, oldest first; only read for open payments. */
  readonly steps: readonly Step[];
  /** Older steps may have been deleted. */
  readonly isIncomplete: boolean;
  /** A refund of it has succeeded. */
  readonly isRefunded?: boolean;
}

/** Nothing is known besides the row. */
const NOTHING: Evidence = { steps: [], isIncomplete: false, kinds: [], returnedKinds: [], hasOpenDiscrepancy: false };

const WAITING = {
  moncash: 'waiting_moncash',
  natcash: 'waiting_natcash',
  lakaypay_card: 'waiting_card',
  card: 'waiting_card',
} as const;

/** Who has to act after a step; null if the step does not decide it. */
const HAS_IT: Readonly<Record<StepName, 'customer' | 'provider' | null>> = {
  opened: 'customer',
  number_given: 'customer',
  entry_refused: 'customer',
  authentication_asked: 'customer',
  sent_to_provider: 'provider',
  returned: 'provider',
  submitted: 'provider',
  cancelled: 'provider',
  outcome_seen: null,
  previewed: null,
};

/** A payment's state for people. Late money takes precedence, so that no one believes it did not arrive. */
export function shownState(payment: Payment, evidence: Evidence = NOTHING): ShownState {
  const { steps, isIncomplete, isRefunded, kinds, returnedKinds } = evidence;
  const { status, failureReason, method, subscriptionId } = payment;
  if (status === 'completed') {
    if (isRefunded || kinds.includes('returned_after_completion')) return 'returned';
    return kinds.includes('paid_twice') && !returnedKinds.includes('paid_twice') ? 'twice' : status;
  }
  if (status === 'failed') {
    if (!kinds.includes('paid_after_failure')) return failureReason ?? 'provider_error';
    return returnedKinds.includes('paid_after_failure') ? 'late_returned' : 'late';
  }
  // This does not depend on the recorded steps: no customer opens a subscription's charge, and a card payment that is
  // processing was submitted.
  if (subscriptionId !== null || (method === 'card' && status === 'processing')) return WAITING[method];
  // A customer who was sent to the provider may open the page again while the provider has the payment.
  const known = steps.filter((step) => whoHasIt(step) !== null);
  const last = known.findLast(({ name }) => name !== 'opened') ?? known.at(-1);
  if (isIncomplete && (last === undefined || last.name === 'opened')) return 'unfinished';
  if (last === undefined) return 'not_opened';
  return whoHasIt(last) === 'provider' ? WAITING[method] : 'waiting_customer';
}

/** A step by a user of the console does not show that the customer has been on the page. */
function whoHasIt({ name, facts }: Step): 'customer' | 'provider' | null {
  return facts?.by === 'console' && HAS_IT[name] === 'customer' ? null : HAS_IT[name];
}

/** The evidence for `shownState`, by payment id: at most four reads by an index, whatever the number of payments. */
export async function readEvidence(
  db: Pick<Database, 'query'>,
  payments: readonly Payment[],
): Promise<ReadonlyMap<number, Evidence>> {
  const ids = payments.map(({ id }) => id);
  const open = payments.filter(({ status }) => !isFinal(status));
  const completed = payments.filter(({ status }) => status === 'completed');
  const [marks, refunded, steps, deletedUs] = await Promise.all([
    discrepancyMarksOf(db, ids),
    refundedPaymentsOf(
      db,
      completed.map(({ id }) => id),
    ),
    listSteps(
      db,
      open.map(({ id }) => id),
    ),
    open.length === 0 ? 0 : historyDeletedUs(db),
  ]);
  return new Map(
    payments.map(({ id, createdAtUs }) => {
      const known = {
        steps: (steps.get(id) ?? []).map(({ step }) => step),
        isIncomplete: createdAtUs < deletedUs,
        isRefunded: refunded.has(id),
      };
      return [id, { ...NOTHING, ...marks.get(id), ...known }];
    }),
  );
}

/** How many audit entries about deletions of history are read. The newest is enough unless `PAYMENT_HISTORY_DAYS` has been changed. */
const DELETIONS = 20;

/**
 * The time before which history was deleted, microseconds since 1970; 0 if none was. A deletion run that deletes
 * nothing is not recorded.
 */
async function historyDeletedUs(db: Pick<Database, 'query'>): Promise<number> {
  const rows = await listAuditRows(db, { action: 'history.forget', limit: DELETIONS });
  return rows.reduce(
    (us, row) => Math.max(us, row.atUs - Number(factsOf(row).older_than_days ?? Number.POSITIVE_INFINITY) * US_PER_DAY),
    0,
  );
}
