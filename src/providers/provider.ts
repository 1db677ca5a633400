import type { Decline } from '../core/decline.ts';
import type { DisputeState } from '../core/dispute.ts';
import type { Money, RateE4 } from '../core/money.ts';
import type { FailureReason, Payment } from '../core/payment.ts';
import type { ChargeName } from '../core/recurring.ts';
import type { Log } from '../platform/log/log.ts';
import type { CardFields, CardWidget } from './card-widget.ts';
import type { GivenEnd, PaymentForm } from './payment-form.ts';

/**
 * The outcome of a payment as its provider reports it. Payments that the provider does not know, and statuses that we
 * do not know, are `open`: not yet.
 */
export type Outcome =
  | {
      readonly status: 'open';
      /**
       * The customer has finished, and only the provider's result is missing: a `pending` card then becomes
       * `processing`.
       */
      readonly isSubmitted?: boolean;
    }
  | {
      readonly status: 'completed';
      /**
       * The amount paid, as the provider reports it: compared with the requested amount before anything is completed.
       */
      readonly paid: Money;
      /** Absent when the provider reports that all of the money is still there. */
      readonly returns?: Returns | undefined;
      /** Every dispute that has moved money of the charge, also one that was won since. Absent where the provider shows none. */
      readonly disputes?: readonly ReportedDispute[] | undefined;
      /** The numbers of refunds that the provider shows as failed, cancelled or voided: they returned nothing. */
      readonly undone?: readonly string[] | undefined;
      /** True when `returns` has every refund of the charge: a refund that is not in it returned nothing. */
      readonly listsAllReturns?: boolean | undefined;
    }
  | {
      readonly status: 'failed';
      readonly failureReason: FailureReason;
      /** The kind of decline of a subscription's charge. Absent when nothing is known of it. */
      readonly decline?: Decline | undefined;
    };

/** Money of a charge that was returned to the customer since, by a refund of this gateway or outside of it. */
export interface Returns {
  /** What remains of the charge; 0 when all of it was returned. The money of an open dispute still counts as remaining. */
  readonly left: Money;
  /** Set when more was returned in another currency than the charge's: less than `left` may remain. */
  readonly isLeftUncertain?: true;
  readonly items: readonly MoneyReturn[];
}

export interface MoneyReturn {
  /** The provider's number of the refund, the void or the dispute. */
  readonly providerRef: string;
  readonly money: Money;
  /**
   * `disputed`: the customer's bank holds the money until it decides. `refund_pending`: the provider has not finished the refund. `unlisted`:
   * known only as the sum of refunds that the provider does not list. Everything else is final.
   */
  readonly how: 'refunded' | 'voided' | 'dispute_lost' | 'disputed' | 'refund_pending' | 'unlisted';
}

/** A dispute of a charge at the customer's bank, as its provider shows it. Times are microseconds since 1970. */
export interface ReportedDispute {
  /** The provider's number of the dispute. */
  readonly providerRef: string;
  readonly money: Money;
  readonly state: DisputeState;
  /** Why, in the provider's word; null when it names no reason. */
  readonly reason: string | null;
  /** When it was opened; null when the provider does not say. */
  readonly openedAtUs: number | null;
  /** Until when evidence is to be sent; null when none is due, or the provider does not say. */
  readonly evidenceDueAtUs: number | null;
}

/** The start of a payment: the data stored with it before any call. */
export interface Opening {
  /** The provider's data for finding the payment again, as JSON. Contains no secret. */
  readonly providerData: string | null;
  /** Until when the provider accepts it, microseconds since 1970. */
  readonly expiresAtUs: number;
  /** When to query the provider for the first time, if nothing has arrived until then. */
  readonly nextCheckAtUs: number;
  /** The fields of the create response that depend on the method: `payment_url`, `client_secret`, … */
  readonly fields: Readonly<Record<string, string>>;
}

/** A provider's response to `create`: replaces the result of `open`. */
export interface Creation extends Opening {
  /** The provider's own number of the payment, once it has one. */
  readonly providerRef: string | null;
}

export interface Verification {
  readonly outcome: Outcome;
  /** The provider's own status: shown to the operator if the payment is open for too long. */
  readonly word?: string | undefined;
  /** The provider's own response, without secrets: shown to the merchant, not used for logic. */
  readonly response: Readonly<Record<string, unknown>>;
  /** When to check again while it is open, microseconds since 1970. */
  readonly nextCheckAtUs: number;
  /** The provider's own number of the payment or the charge, if it sent one. */
  readonly providerRef?: string;
  /** Replaces what is stored for the provider. */
  readonly providerData?: string;
  /** Lets the same card be charged again without its holder: set with `completed`, for subscriptions only. A secret. */
  readonly cardToken?: string;
  /** Money received besides the requested charge, such as a card charged twice. */
  readonly surplus?: readonly Charge[];
  /** The numbers of further charges that were returned completely. */
  readonly returnedRefs?: readonly string[];
}

/** Money in a provider's records. */
export interface Charge {
  readonly providerRef: string;
  readonly paid: Money;
  /**
   * The part that was returned to the customer since; absent when there is none, or when the provider was not queried.
   */
  readonly returns?: Returns | undefined;
}

/** Money that a provider holds under a transaction id that the store does not know. */
export interface UnknownMoney {
  /** The provider's own number of it, when it reported one. */
  readonly providerRef?: string | undefined;
  /** Null when it is only known that something was paid. */
  readonly paid: Money | null;
}

/** A charge in a provider's list of a period. */
export interface ListedCharge extends Charge {
  /** The transaction id that the provider stored with it; undefined when it has none of ours. */
  readonly paymentId: number | undefined;
  /** The name that the charge of a subscription has in place of an id. */
  readonly chargeName?: ChargeName | undefined;
  readonly atUs: number;
  /**
   * Reads the part of the charge that was returned to the customer since, which a list does not show; undefined when there is none. This
   * makes a further call, so use it only for charges that would be reported. Absent where the provider does not report it. Throws
   * ProviderUnavailable.
   */
  readonly readReturns?: (log: Log) => Promise<Returns | undefined>;
}

/**
 * A message below `/providers/<name>/`, from a provider's server or with a customer's browser: never trusted as it is.
 */
export interface Incoming {
  /** The part after `/providers/<name>/`, such as `return`. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The exact bytes that were sent, which signatures cover. Empty with GET. */
  readonly body: Buffer;
}

/** The payment of an incoming message, and the response to its sender. */
export interface Notice {
  /** The payment to check; undefined when it names none of ours, or is forged. */
  readonly paymentId: number | undefined;
  /**
   * Queries the provider for the payment of a message that only contains a number of the provider's. Undefined when the
   * payment is none of ours. Anyone can invent such numbers, so these queries are limited; those for customers are
   * counted separately. Throws ProviderUnavailable.
   */
  readonly lookUp?: (log: Log, sender: { readonly isCustomer: boolean }) => Promise<number | undefined>;
  /** The provider's number that `lookUp` queries, for the log. At most 20 digits. */
  readonly lookUpRef?: string;
  /** Whether a signature of the provider's proves that the message comes from the provider. */
  readonly isProven?: boolean;
  /** The name of the subscription's charge that the message is about, in place of an id. */
  readonly chargeName?: ChargeName | undefined;
  /** The provider's number of the payment, for a message that does not name the payment's id. */
  readonly paymentRef?: string | undefined;
  /** Whether the message is about a refund or a dispute: a payment that is already completed is then queried too. */
  readonly isAboutReturns?: boolean;
  /** For a proven message: the money that it reports, in case the store does not know the payment. */
  readonly money?: UnknownMoney | undefined;
  /**
   * The outcome that the message itself proves, by a signature over status, payment and amount. Without it the provider
   * is queried.
   */
  readonly verification?: Verification;
  /**
   * `customer`: a browser that has proved with a signature which payment it comes from, and is redirected to its page. `visitor`: a browser
   * that only claims to come from a payment, and is shown the outcome if we redirected it to the provider ourselves. Otherwise the response
   * that the provider's server expects.
   */
  readonly response: 'customer' | 'visitor' | { readonly status: number; readonly body: string };
}

/** A form that the customer's browser posts to the provider's page, signed by us. */
export interface HostedForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** How long, at least, the provider's page accepts the form; after that, a page that shows the form has to create a new one. */
  readonly freshForSeconds: number;
}

export interface OpenContext {
  readonly rateE4: RateE4;
  /** When the charged cycle was due: a charge under its name may be as old as that. Microseconds. */
  readonly dueAtUs?: number;
}

/** A payment before it is stored: without the provider's parts. */
export type UnopenedPayment = Omit<Payment, 'providerData' | 'providerRef' | 'expiresAtUs' | 'nextCheckAtUs'>;

/**
 * The interface of every provider. A provider never uses the store, nor another provider. Every outgoing call is
 * limited in time and size, and is reported in one line of the given log.
 */
export interface Provider {
  readonly name: string;
  /**
   * True when the provider takes only whole gourdes. Conversions are then rounded up to the gourde, and centimes are
   * refused.
   */
  readonly takesWholeGourdes?: boolean;
  /**
   * True when the provider is simulated in this process, so that queries cost nothing. Every other provider is queried
   * at a limited rate.
   */
  readonly isLocal?: boolean;
  /**
   * True when a payment that failed here was not paid, and can no longer be paid: its customer may be shown that they
   * were not charged. With other providers, a page that stays open may take money after the failure, and slow provider
   * records may show it only then.
   */
  readonly isFailureSure?: boolean;
  /** Starts a payment before it is stored. Pure: it makes no calls, and calling it twice is harmless. */
  open(payment: UnopenedPayment, context: OpenContext): Opening;
  /**
   * Requests the creation of a stored payment at the provider: at most once for each, whatever happens. Absent when the
   * provider needs no such call. Throws ProviderRefused when it refuses, ProviderUnavailable when there is no usable
   * response.
   */
  create?(payment: Payment, log: Log): Promise<Creation>;
  /**
   * Queries the outcome of a payment, whatever its status here. Returns `failed` with `expired` once the provider can
   * no longer accept the payment, and first ensures, where it can, that this is so. Throws ProviderUnavailable when no
   * usable response came, which proves nothing about the payment.
   */
  verify(payment: Payment, log: Log): Promise<Verification>;
  /**
   * Cancels an open payment for its customer: ensures that it can no longer be paid, and returns its outcome, which may
   * be that it was already paid. Absent when only the provider's page can cancel it. Throws ProviderUnavailable.
   */
  giveUp?(payment: Payment, log: Log): Promise<Verification>;
  /** Reads a message that arrived below `/providers/<name>/`, and checks its signature where there is one. Makes no call. */
  notification?(incoming: Incoming, log: Log): Notice;
  /**
   * Queries the provider for the money that it holds under a transaction id. The id is well-formed, but not in this store, for example
   * after a restore. Undefined when nothing was paid. Queries for unproven messages are limited; those for customers are counted
   * separately. Absent where each message itself proves what was paid. Throws ProviderUnavailable.
   */
  findUnknown?(
    paymentId: number,
    sender: { readonly isCustomer: boolean },
    log: Log,
  ): Promise<UnknownMoney | undefined>;
  /** The parts of an incoming message that may be stored with its payment: present where there is a `notification`. */
  messageText?(incoming: Incoming): string;
  /**
   * Whether the customer of an open payment has finished, as far as known here. Such a customer is offered no other method. Where this
   * function is absent, a payment with a `providerRef` counts as one that a customer tried to pay.
   */
  isSubmitted?(payment: Payment): boolean;
  /** The form of Peye's page; absent when customers pay on the provider's page or in its fields. */
  form?(payment: Payment): PaymentForm;
  /**
   * The form that takes a customer from our page to the provider's; undefined once that page no longer accepts the
   * payment.
   */
  hostedForm?(payment: Payment, language: 'ht' | 'fr' | 'en'): HostedForm | undefined;
  /** The provider's page that our page redirects a customer to; undefined once it no longer accepts the payment. */
  hostedPage?(payment: Payment): string | undefined;
  /** Present when a payment of this provider can be paid in our card widget. */
  readonly widget?: CardWidget;
  /** Present when customers type their card in our card widget. */
  readonly cardFields?: CardFields;
  /**
   * Settles a payment with the outcome that a test chooses, in place of its customer: present where no money moves.
   * Pure.
   */
  simulate?(payment: Payment, end: GivenEnd): Pick<Verification, 'outcome' | 'cardToken'>;
  /**
   * Charges a card again by its token, for a stored payment: at most once for each. Throws as `create` does. Just
   * before, `open` is called with the time of this charge as the payment's start, and the payment gets the returned
   * expiry. Until then, `verify` must not report the payment as failed because the provider does not know it. After
   * that, a payment that the provider does not know is `expired` (or `provider_error`), and the card is charged with
   * another payment. Any other reason counts as a refusal, and so does `expired` with a `providerRef`: a known attempt
   * may have charged the money.
   */
  chargeToken?(payment: Payment, cardToken: string, log: Log): Promise<Verification>;
  /**
   * The calls that refund a payment; undefined when the provider accepts no such call for it, and a person has to pay
   * the refund. Absent if this holds for all payments.
   */
  refunds?(payment: Payment): RefundCalls | undefined;
  /**
   * Looks up a charge by its name in the provider's records: our store may have been rolled back, and have lost that
   * the charge was requested. Undefined when there is none. Throws ProviderUnavailable when the provider does not show
   * whether there is one.
   */
  findCharge?(payment: Payment, log: Log): Promise<Verification | undefined>;
  /** How long `findCharge` and `list` may lag behind, microseconds; required of a provider with both. */
  readonly searchLagUs?: number;
  /** Every charge in the provider's records for a period; absent when it offers no list. */
  list?(range: { readonly fromUs: number; readonly toUs: number }, log: Log): AsyncIterable<ListedCharge>;
  /**
   * Makes a harmless call that only works with valid credentials; returns the response as one line. Throws otherwise.
   */
  checkCredentials?(log: Log): Promise<string>;
}

/** A refund as a provider's records show it. */
export interface RefundReport {
  /** `failed` only if the provider's record proves that no money moved, or that it came back. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** The provider's number of the refund, if it has one. */
  readonly providerRef?: string | undefined;
  /** The provider's own status, for operators. */
  readonly word?: string | undefined;
  /**
   * `other`: the record under this name has another amount than the order, so it is another refund: a store that was rolled back had
   * requested it. `hidden`: the record shows no amount. Absent: the amount is that of the order.
   */
  readonly amount?: 'other' | 'hidden' | undefined;
  /**
   * When to look the refund up again, microseconds since 1970; absent: as usual. Set for a success whose money may
   * still come back.
   */
  readonly nextCheckAtUs?: number | undefined;
}

/** A refund to make. */
export interface RefundOrder {
  /** The refund's name in the provider's records: at most 36 characters, unique. */
  readonly id: string;
  readonly money: Money;
  readonly reason: string | null;
  /** How often this store has requested it. After a restore, the provider may know of more. */
  readonly attempts: number;
}

/** How a provider refunds a payment. */
export interface RefundCalls {
  /** Whether a part of the payment can be refunded. */
  readonly canRefundParts: boolean;
  /** True when only whole gourdes can be refunded. */
  readonly takesWholeGourdes?: boolean;
  /** Whether the provider makes a refund once, however often it is sent under the same name. */
  readonly isRepeatable: boolean;
  /** How long its records may lag behind a request, microseconds. */
  readonly lagUs: number;
  /** How long after its success a refund may still be reversed, microseconds. Absent: none is. */
  readonly watchUs?: number;
  /**
   * True when `verify` does not show how much of a payment remains after refunds. A store that was rolled back then
   * does not know its earlier refunds, so a person checks, and pays the refunds of payments from before the rollback.
   */
  readonly hidesRefunds?: boolean;
  /**
   * Whether the provider can execute a refund now; called just before the refund is sent. `wait`: not yet, for example
   * because the account has too little money. `byHand`: only a person can pay it. Both have a reason for operators.
   * Absent if the provider always can. Throws ProviderUnavailable.
   */
  prepare?(payment: Payment, order: RefundOrder, log: Log): Promise<'ready' | { wait: string } | { byHand: string }>;
  /**
   * Requests a refund. Throws ProviderRefused when it certainly moved no money, and ProviderUnavailable when there is
   * no usable response and the outcome is unknown.
   */
  send(payment: Payment, order: RefundOrder, log: Log): Promise<RefundReport>;
  /**
   * Searches the provider's records for a refund by its name, preferably one with the amount of the order; undefined when they have none.
   * Absent when the records show no refunds: a person then has to end a refund whose response was lost. Throws ProviderUnavailable.
   */
  find?(payment: Payment, order: RefundOrder, log: Log): Promise<RefundReport | undefined>;
}

/** The provider refused the payment. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly failureReason: FailureReason;
  /** May be shown to the customer. */
  readonly publicMessage: string;

  constructor(publicMessage: string, failureReason: FailureReason, detail: string) {
    super(detail);
    this.publicMessage = publicMessage;
    this.failureReason = failureReason;
  }
}

/** No usable response: none at all, an error of the provider's server, or an invalid body. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  readonly why: UnavailableWhy;

  constructor(message: string, { why = 'unusable', ...options }: ErrorOptions & { why?: UnavailableWhy } = {}) {
    super(message, options);
    this.why = why;
  }
}

/** `silent`: no whole response came. `credentials`: the provider rejected ours. `unusable`: everything else. */
export type UnavailableWhy = 'silent' | 'credentials' | 'unusable';
