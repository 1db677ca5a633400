import { US_PER_DAY } from './durations.ts';
import type { Currency } from './money.ts';
import type { Mode, PaymentMethod } from './payment.ts';

/**
 * The state of a dispute. `opened`: the customer's bank holds the money until it decides. `won`: the money came back to the merchant. `lost`: the
 * customer has it.
 */
export const DISPUTE_STATES = ['opened', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The allowed changes: a provider can reverse a loss, and nothing follows a win. */
const DISPUTE_TRANSITIONS: Record<DisputeState, readonly DisputeState[]> = {
  opened: ['won', 'lost'],
  lost: ['won'],
  won: [],
};

/** The states from which a dispute can change to `state`. */
export function disputeStatesBefore(state: DisputeState): DisputeState[] {
  return DISPUTE_STATES.filter((from) => DISPUTE_TRANSITIONS[from].includes(state));
}

/**
 * Why an open dispute needs attention. `evidence_due`: the time for evidence ends within three days, or ended less than a day ago. `undecided`: it was
 * opened more than 90 days ago. Banks decide within 75 days, so the gateway has probably missed the decision.
 */
export const DISPUTE_WORK = ['evidence_due', 'undecided'] as const;
export type DisputeWork = (typeof DISPUTE_WORK)[number];

/** How long before the end of the time for evidence a dispute needs attention, and for how long after it, in microseconds. */
export const EVIDENCE_SOON_US = 3 * US_PER_DAY;
export const EVIDENCE_PAST_US = US_PER_DAY;
/** When an undecided dispute needs attention, in microseconds after it was opened. */
export const UNDECIDED_AFTER_US = 90 * US_PER_DAY;

/** A dispute of a completed payment as it is stored. Amounts are minor units, times are microseconds since 1970. */
export interface Dispute {
  readonly id: string;
  readonly websiteId: string;
  readonly mode: Mode;
  readonly paymentId: number;
  readonly method: PaymentMethod;
  /** The provider's number of the dispute: unique for a method and mode. */
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** Why, in the provider's word; null when it names no reason. */
  readonly reason: string | null;
  readonly state: DisputeState;
  /** When the customer's bank opened it, by the provider; when the gateway found it, if the provider names no time. */
  readonly openedAtUs: number;
  /** When the gateway learned of the decision; null until then. */
  readonly decidedAtUs: number | null;
  /** Until when the provider accepts evidence; null when it names no time. */
  readonly evidenceDueAtUs: number | null;
  /** When the gateway found it. */
  readonly createdAtUs: number;
}
