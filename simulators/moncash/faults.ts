import { type FaultsOf, type FormerNames, initialFaults, type Switches } from '../faults.ts';
import { callFault, count, flag, oneOf, orNull, text } from '../switch.ts';

/** The faults that can be switched on. Every switch may be set at any time. */
export const MONCASH_SWITCHES = {
  /** The call for an access token. */
  token: callFault(),
  create: callFault(),
  query: callFault(),
  /** The lifetime that access tokens really have; they always state 59 seconds. */
  tokenLifeSeconds: count(59),
  /** How many of the next calls find their access token expired, whatever its age. */
  rejectBearers: count(0),
  /** CreatePayment is refused with 403 and this message. */
  refuseCreate: orNull(text('')),
  /** The effect of a second CreatePayment with the same order id, which is not documented. */
  duplicateOrder: oneOf(['refuse', 'accept'], 'refuse'),
  /** Whether amounts may have centimes: not documented. */
  acceptsCentimes: flag(false),
  /** Whether `cost` is a number or a string: both have been seen. */
  costAs: oneOf(['number', 'string'], 'number'),
  /** The amount that queries report as paid, whatever amount was paid; centimes. */
  wrongAmountMinor: orNull(count(0)),
  /** The `message` of a paid order in place of `successful`, the only value that means paid. */
  status: orNull(text('')),
  /** The reference that queries report, whatever the order. */
  reference: orNull(text('')),
  /** The call that transfers money from the prefunded account. */
  transfer: callFault(),
  /** The query of a transfer's status. */
  transferQuery: callFault(),
  /** Transfers are refused with 403 and this message. */
  refuseTransfer: orNull(text('')),
  /** The balance of the prefunded account, centimes. Each transfer reduces it. */
  prefundedMinor: count(10_000_000),
  /** Whether the balance is an object with the amount, or the amount: both have been seen. */
  balanceAs: oneOf(['object', 'number'], 'object'),
  /** The status of a transfer in place of `successful`. */
  transferStatus: orNull(text('')),
  /** Something in between sends every transfer twice, and passes on the second response. */
  doublesTransfer: flag(false),
  /** The customer's number in the record of a payment; null for the wallet that paid. */
  payer: orNull(text('')),
  /** When the gateway is notified, relative to the customer's browser. */
  reports: oneOf(['before', 'after', 'twice', 'never'], 'after'),
  /** The fields of the notification. */
  alertFields: oneOf(['transactionId', 'orderId', 'both'], 'transactionId'),
  /** The wallet's decision once PIN and code are right. */
  wallet: oneOf(['pays', 'insufficient_balance', 'declined'], 'pays'),
} satisfies Switches;

export type MoncashFaults = FaultsOf<typeof MONCASH_SWITCHES>;

export const MONCASH_FORMER_NAMES: FormerNames = {
  alert: (reports) => ({ reports }),
  costMinor: (wrongAmountMinor) => ({ wrongAmountMinor }),
  message: (status) => ({ status }),
};

export function noFaults(): MoncashFaults {
  return initialFaults(MONCASH_SWITCHES);
}
