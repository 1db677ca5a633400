import { type FaultsOf, type FormerNames, initialFaults, type Switches } from '../faults.ts';
import { callFault, count, flag, oneOf, orNull, text } from '../switch.ts';

/** The faults that can be switched on. Every switch may be set at any time. */
export const STRIPE_SWITCHES = {
  create: callFault(),
  /** The calls that retrieve an intent, and those that list intents, refunds or disputes. */
  query: callFault(),
  cancel: callFault(),
  /** The call by which the customer's browser confirms with a card. */
  confirm: callFault(),
  refund: callFault(),
  /** Creation is refused with 400. */
  refuseCreate: flag(false),
  /** The received amount that is reported in place of the real one, minor units. */
  wrongAmountMinor: orNull(count(0)),
  /** The status that is reported for every intent in place of the real one. */
  status: orNull(text('')),
  /** When the events of an intent are delivered. */
  reports: oneOf(['before', 'after', 'twice', 'held', 'reversed', 'forged', 'never'], 'after'),
  /** The account takes no cards: they are silently missing from an intent's payment methods. */
  withoutCards: flag(false),
  /** A card that pays stays `processing` until it is settled by hand. */
  slowCards: flag(false),
  /** A refund stays `pending` until it is finished by hand. */
  slowRefunds: flag(false),
} satisfies Switches;

export type StripeFaults = FaultsOf<typeof STRIPE_SWITCHES>;

/** For each call of a server or a browser, the switch by which it fails. */
export const SWITCH_OF = {
  create: 'create',
  retrieve: 'query',
  list: 'query',
  cancel: 'cancel',
  confirm: 'confirm',
  refund: 'refund',
  refunds: 'query',
  disputes: 'query',
} as const;
export type Operation = keyof typeof SWITCH_OF;

const WEBHOOKS: Readonly<Record<string, StripeFaults['reports']>> = { normal: 'after', early: 'before', late: 'held' };

export const STRIPE_FORMER_NAMES: FormerNames = {
  webhooks: (mode) => ({ reports: WEBHOOKS[String(mode)] ?? mode }),
};

export function noFaults(): StripeFaults {
  return initialFaults(STRIPE_SWITCHES);
}
