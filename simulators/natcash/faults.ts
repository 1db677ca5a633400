import { type FaultsOf, type FormerNames, initialFaults, type Switches } from '../faults.ts';
import { callFault, count, flag, oneOf, orNull, whole } from '../switch.ts';

/** The faults that can be switched on. Every switch may be set at any time. */
export const NATCASH_SWITCHES = {
  create: callFault(),
  query: callFault(),
  cancel: callFault(),
  /** Responds to every creation with this status. */
  refuseCreate: orNull(whole(0)),
  /** Responds to every cancellation of a paid order with this status, and moves no money. */
  refuseCancel: orNull(whole(0)),
  /** What a query reports of a cancelled order: not known of the real server. */
  cancelledAs: oneOf(['failed', 'not_found', 'paid'], 'failed'),
  /** Whether an order that is cancelled already is cancelled again, and returns its money a second time. */
  cancelsAgain: flag(false),
  /** Something in between sends every cancellation twice, and passes on the second response. */
  doublesCancel: flag(false),
  /** The status for a wrong signature, user name or password: the real server's is not known. */
  wrongSignatureStatus: whole(3),
  /** Reports this amount as paid, whatever amount was paid. */
  wrongAmountMinor: orNull(whole(0)),
  /** Reports this responseCode, whatever the order's outcome. */
  status: orNull(whole(0)),
  /** How often the customer's return reaches the gateway: with `twice`, also a first time before the browser brings it. */
  returns: oneOf(['once', 'twice'], 'once'),
  /** Whether the page of an order accepts another attempt after one has failed: unknown for the real page. */
  canTryAgain: flag(false),
  /** For this many queries after a payment, its status is reported as -3, unknown; after these, its real status. */
  unknownChecks: whole(0),
  /** Reports an amount as `"1,000.00 HTG"` in place of a number. */
  amountAsText: flag(false),
  /** Reports an unpaid order with status 101, otherwise with status 0 and responseCode -3. Both are plausible. */
  unpaidAs101: flag(true),
  /** Reports `expiredAt` as a time in milliseconds in place of a duration in seconds. */
  expiredAtAsEpoch: flag(false),
  lifetimeSeconds: whole(900),
  /** How far this server's clock is ahead. */
  clockAheadMs: whole(0),
  /** How much a request's time stamp may differ from this server's clock. */
  clockToleranceMinutes: count(5),
  /** Queries and cancellations must carry the request id of the creation. The real server seems to accept any request id. */
  originalRequestIdOnly: flag(true),
  /** How the server writes an amount when it recomputes the signature. */
  signedAmount: oneOf(['shortest', 'one_decimal', 'two_decimals'], 'shortest'),
} satisfies Switches;

export type NatcashFaults = FaultsOf<typeof NATCASH_SWITCHES>;

export const NATCASH_FORMER_NAMES: FormerNames = {
  doubleDelivery: (isDouble) => ({ returns: isDouble === true ? 'twice' : isDouble === false ? 'once' : isDouble }),
};

export function noFaults(): NatcashFaults {
  return initialFaults(NATCASH_SWITCHES);
}
