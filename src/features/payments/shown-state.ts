import { type FailureReason, isFinal, type Payment, type PaymentStatus } from '../../core/payment.ts';
import type { Step, StepName } from '../../core/payment-history.ts';
import type { Database } from '../../database/database.ts';
import type { DiscrepancyKind } from './discrepancies/discrepancy.ts';
import { discrepancyMarksOf } from './discrepancies/store/discrepancies.ts';
import { listSteps } from './history/store/list-payment-history.ts';

/**
 * A payment's state for people: more than the API's status says. `not_opened`: no step of the customer is recorded. `waiting_customer`: the
 * customer opened it, and has not confirmed. `waiting_…`: the wallet or the card's bank has it. `late`, `twice`: money arrived although the
 * payment had failed, or more than once. All others as in the API.
 */
export type ShownState =
  | 'not_opened'
  | 'waiting_customer'
  | 'waiting_moncash'
  | 'waiting_natcash'
  | 'waiting_card'
  | Exclude<PaymentStatus, 'pending' | 'processing' | 'failed'>
  | FailureReason
  | 'late'
  | 'twice';

/** What is known about a payment besides its row. */
export interface Evidence {
  /** Its steps, oldest first; only read for open payments. */
  readonly steps: readonly Step[];
  /** The kinds of its discrepancies, open or resolved. */
  readonly kinds: readonly DiscrepancyKind[];
  readonly hasOpenDiscrepancy: boolean;
}

/** Nothing is known besides the row. */
const NOTHING: Evidence = { steps: [], kinds: [], hasOpenDiscrepancy: false };

const WAITING = {
  moncash: 'waiting_moncash',
  natcash: 'waiting_natcash',
  lakaypay_card: 'waiting_card',
  card: 'waiting_card',
} as const;

/** Who has the payment after a step; null if a step does not decide it. */
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

/** A payment's state for people. Money that arrived late comes first, so that no one believes it did not arrive. */
export function shownState(payment: Payment, { steps, kinds }: Evidence = NOTHING): ShownState {
  const { status, failureReason, method, subscriptionId } = payment;
  if (status === 'completed') return kinds.includes('paid_twice') ? 'twice' : status;
  if (status === 'failed') return kinds.includes('paid_after_failure') ? 'late' : (failureReason ?? 'provider_error');
  // A subscription's charge is not opened, and a card that is processing was submitted, whatever is recorded.
  if (subscriptionId !== null || (method === 'card' && status === 'processing')) return WAITING[method];
  // A customer who was sent to the provider may open the page again while the provider has the payment.
  const known = steps.filter((step) => whoHasIt(step) !== null);
  const last = known.findLast(({ name }) => name !== 'opened') ?? known.at(-1);
  if (last === undefined) return 'not_opened';
  return whoHasIt(last) === 'provider' ? WAITING[method] : 'waiting_customer';
}

/** What a user of the console enters on the page does not mean that the customer has been there. */
function whoHasIt({ name, facts }: Step): 'customer' | 'provider' | null {
  return facts?.by === 'console' && HAS_IT[name] === 'customer' ? null : HAS_IT[name];
}

/** What `shownState` needs of these payments, by their ids: two reads by an index, whatever their number. */
export async function readEvidence(
  db: Pick<Database, 'query'>,
  payments: readonly Payment[],
): Promise<ReadonlyMap<number, Evidence>> {
  const ids = payments.map(({ id }) => id);
  const open = payments.filter(({ status }) => !isFinal(status)).map(({ id }) => id);
  const [marks, steps] = await Promise.all([discrepancyMarksOf(db, ids), listSteps(db, open)]);
  const stepsOf = (id: number) => (steps.get(id) ?? []).map(({ step }) => step);
  return new Map(ids.map((id) => [id, { ...NOTHING, ...marks.get(id), steps: stepsOf(id) }]));
}
