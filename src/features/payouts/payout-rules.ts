import { US_PER_DAY } from '../../core/durations.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';

/** How long a provider usually takes to pay out a payment, in microseconds: after that, a payment in no payout needs attention. */
export const USUAL_DELAY_US = 7 * US_PER_DAY;

/** Counting more payments of a period that are in no payout adds nothing. */
export const MOST_OUTSTANDING = 1_000;

/** The largest file of a statement. Far above a day of payments, and small enough to be read and stored at once. */
export const MAX_STATEMENT_BYTES = 4_000_000;
export const MAX_STATEMENT_LINES = 20_000;

/** The name of a bank account, as in the account `bank:NAME` of the ledger. */
const BANK = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const REFERENCE = /^[^\p{Cc}\p{Cf}\p{Z}](?:[^\p{Cc}\p{Cf}]{0,98}[^\p{Cc}\p{Cf}\p{Z}])?$/u;

/** The fault of a provider's name for a payout; undefined if it is valid. */
export function payoutReferenceFault(text: string): Refusal | undefined {
  return REFERENCE.test(text) ? undefined : refusal('payoutReference');
}

/** The fault of the name of a bank account; undefined if it is valid. */
export function bankFault(text: string): Refusal | undefined {
  return BANK.test(text) ? undefined : refusal('payoutBank');
}
