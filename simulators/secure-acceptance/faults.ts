import { RETURNS } from '../fault-words.ts';
import { type FaultsOf, type FormerNames, initialFaults, type Switches } from '../faults.ts';
import { callFault, count, flag, oneOf, orNull, text } from '../switch.ts';

/** The faults that can be switched on. Every switch may be set at any time. */
export const SECURE_ACCEPTANCE_SWITCHES = {
  /** The call that sends the card on the payment page. */
  page: callFault(),
  /** The search for transactions. */
  query: callFault(),
  /** The call for one transaction. */
  details: callFault(),
  /** The charge of a stored card. */
  charge: callFault(),
  /** The refund of a charge. */
  refund: callFault(),
  /** The void of a charge. */
  cancel: callFault(),
  /** The amount charged to a card, in place of the requested one. */
  wrongAmountMinor: orNull(count(0)),
  /** An undocumented decision for the next cards; the records then show reason code 999. */
  status: orNull(text('')),
  /** When the server posts the result. */
  reports: oneOf(['before', 'after', 'twice', 'late', 'never'], 'before'),
  /** How often the customer's browser posts the result. */
  returns: oneOf(RETURNS, 'once'),
  /** How long searches do not find a new transaction. */
  indexLagMs: count(0),
  /** A charge of a stored card is refused when another charge with the same code was requested within this time. 0: never. */
  duplicateWindowMs: count(900_000),
  /** Searches for a code also find codes that begin with it. */
  isSearchLoose: flag(false),
  /**
   * The outcome of a charge of a stored card. `timeout`: CyberSource does not know whether the bank took the money.
   * `duplicate`: a proxy sends the request twice, and the response is the refusal of the second copy.
   */
  tokenCharge: oneOf(
    ['authorized', 'declined', 'insufficient_fund', 'expired_card', 'partial', 'review', 'timeout', 'duplicate'],
    'authorized',
  ),
  /** How long a charge can be voided: then the processor has it. */
  voidableMs: count(0),
  /**
   * The outcome of a refund. `refused`: 400, and nothing is recorded. `declined`: it is recorded as declined.
   * `duplicate`: a proxy sends the request twice, and the response is the refusal of the second copy. `doubled`: both
   * copies are executed.
   */
  refundOutcome: oneOf(['accepted', 'refused', 'declined', 'duplicate', 'doubled'], 'accepted'),
  /** The bank's response code when the charge of a stored card is declined. */
  declineCode: orNull(text('')),
  /** Mastercard's advice code when the charge of a stored card is declined. */
  adviceCode: orNull(text('')),
} satisfies Switches;

export type SecureAcceptanceFaults = FaultsOf<typeof SECURE_ACCEPTANCE_SWITCHES>;

/** The values of the previous switch `delivery`, which set both `reports` and `returns`. */
const DELIVERIES: Readonly<Record<string, Partial<SecureAcceptanceFaults>>> = {
  backoffice_first: { reports: 'before', returns: 'once' },
  browser_first: { reports: 'after', returns: 'once' },
  backoffice_lost: { reports: 'never', returns: 'once' },
  browser_lost: { reports: 'before', returns: 'never' },
  both_lost: { reports: 'never', returns: 'never' },
  both_twice: { reports: 'twice', returns: 'twice' },
  late: { reports: 'late', returns: 'once' },
};

export const SECURE_ACCEPTANCE_FORMER_NAMES: FormerNames = {
  delivery: (delivery) => DELIVERIES[String(delivery)] ?? { reports: delivery },
};

export function noFaults(): SecureAcceptanceFaults {
  return initialFaults(SECURE_ACCEPTANCE_SWITCHES);
}
