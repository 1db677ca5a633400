import type { Decline } from '../domain/decline.ts';
import type { Money, RateE4 } from '../domain/money.ts';
import type { FailureReason, Payment } from '../domain/payment.ts';
import type { ChargeName } from '../domain/recurring.ts';
import type { Log } from '../lib/log.ts';
import type { CardFields, CardWidget } from './card-widget.ts';
import type { GivenEnd, PaymentForm } from './payment-form.ts';

/**
 * The outcome of a payment as its provider reports it. What the provider does not know, and statuses we do not know, are
 * `open`: not yet.
 */
export type Outcome =
  | {
      readonly status: 'open';
      /**
       * The customer has done their part, and only the provider's result is missing: a `pending` card then becomes
       * `processing`.
       */
      readonly isSubmitted?: boolean;
    }
  | {
      readonly status: 'completed';
      /** What the provider says was paid: compared with what was asked, before anything is completed. */
      readonly paid: Money;
      /** Absent when the provider reports that all of it is still there. */
      readonly returns?: Returns | undefined;
    }
  | {
      readonly status: 'failed';
      readonly failureReason: FailureReason;
      /** Of a declined charge of a recurring payment: what the decline allows. Absent when nothing is known of it. */
      readonly decline?: Decline | undefined;
    };

/** Money of a charge that went back to the customer since, outside of this gateway. */
export interface Returns {
  /** What remains of the charge; 0 when all of it was returned. The money of an open dispute still counts as remaining. */
  readonly left: Money;
  readonly items: readonly MoneyReturn[];
}

export interface MoneyReturn {
  /** The provider's number of the refund, the void or the dispute. */
  readonly providerRef: string;
  readonly money: Money;
  /** `disputed`: the customer's bank holds the money until it decides. Everything else is final. */
  readonly how: 'refunded' | 'voided' | 'dispute_lost' | 'disputed';
}

/** How a payment begins: what is stored with it before anything leaves the machine. */
export interface Opening {
  /** What the provider needs to know the payment again, as JSON. Holds no secret. */
  readonly providerData: string | null;
  /** Until when the provider accepts it, microseconds since 1970. */
  readonly expiresAtUs: number;
  /** When to ask the provider for the first time, if nothing was heard until then. */
  readonly nextCheckAtUs: number;
  /** The fields of the create response that depend on the method: `payment_url`, `client_secret`, … */
  readonly fields: Readonly<Record<string, string>>;
}

/** A provider's response to `create`: replaces what `open` had said. */
export interface Creation extends Opening {
  /** The provider's own number of the payment, once it has one. */
  readonly providerRef: string | null;
}

export interface Verification {
  readonly outcome: Outcome;
  /** The provider's one word for where the payment is: shown to the operator should it be open for too long. */
  readonly word?: string | undefined;
  /** The provider's own words, without secrets: shown to the merchant, and to be ignored for logic. */
  readonly response: Readonly<Record<string, unknown>>;
  /** When to ask again while it is open, microseconds since 1970. */
  readonly nextCheckAtUs: number;
  /** The provider's own number of the payment or the charge, when it told one. */
  readonly providerRef?: string;
  /** Replaces what is stored for the provider. */
  readonly providerData?: string;
  /** Lets the same card be charged again without its holder: told with `completed`, of recurring payments only. A secret. */
  readonly cardToken?: string;
  /** Money received besides the requested charge, such as a card charged twice. */
  readonly surplus?: readonly Charge[];
  /** The numbers of further charges that were returned completely. */
  readonly returnedRefs?: readonly string[];
}

/** Money as a provider has it in its records. */
export interface Charge {
  readonly providerRef: string;
  readonly paid: Money;
  /** What of it went back to the customer since; absent when nothing did, or when the provider was not asked. */
  readonly returns?: Returns | undefined;
}

/** Money that a provider holds under a transaction id which the store does not know. */
export interface UnknownMoney {
  /** The provider's own number of it, when it reported one. */
  readonly providerRef?: string | undefined;
  /** Null when it is only known that something was paid. */
  readonly paid: Money | null;
}

/** A charge in a provider's list of a period. */
export interface ListedCharge extends Charge {
  /** The transaction id that the provider was given with it; undefined when it holds none of ours. */
  readonly paymentId: number | undefined;
  /** The name that it was given instead, of a charge of a recurring payment. */
  readonly chargeName?: ChargeName | undefined;
  readonly atUs: number;
  /**
   * Reads what of the charge went back to the customer since, which a list does not show; undefined when nothing did. A further
   * call, so only for charges that would be reported. Absent where the provider cannot say. Throws ProviderUnavailable.
   */
  readonly readReturns?: (log: Log) => Promise<Returns | undefined>;
}

/** What came in below `/providers/<name>/`, from a provider's server or with a customer's browser: never believed as it is. */
export interface Incoming {
  /** What follows `/providers/<name>/`, such as `return`. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it was sent, to the byte: signatures are over that. Empty with GET. */
  readonly body: Buffer;
}

/** What an incoming message is about, and the response to its sender. */
export interface Notice {
  /** The payment to check; undefined when it names none of ours, or is forged. */
  readonly paymentId: number | undefined;
  /**
   * Asks the provider which payment is meant, where the message only holds a number of the provider's. Undefined when it is none
   * of ours. Anybody can make such numbers up, so it is bounded; a payer's lookups are counted apart. Throws ProviderUnavailable.
   */
  readonly lookUp?: (log: Log, sender: { readonly isPayer: boolean }) => Promise<number | undefined>;
  /** The number of the provider's that `lookUp` asks about, for the log. At most 20 digits. */
  readonly lookUpRef?: string;
  /** Whether a signature of the provider's proves where it comes from. */
  readonly isProven?: boolean;
  /** The name of the charge of a recurring payment that it is about, in place of an id. */
  readonly chargeName?: ChargeName | undefined;
  /** Of a proven message: the money that it reports, for the case that the store does not know the payment. */
  readonly money?: UnknownMoney | undefined;
  /** What the message itself proves, by a signature over status, payment and amount. Without it the provider is asked. */
  readonly verification?: Verification;
  /**
   * `customer`: a browser that has proved by a signature which payment it comes from, and is led to its page. `visitor`: a
   * browser that only says so, and is told the outcome if we led it to the provider ourselves. Otherwise what the provider's
   * server expects.
   */
  readonly response: 'customer' | 'visitor' | { readonly status: number; readonly body: string };
}

/** A form that the customer's browser posts to the provider's page, signed by us. */
export interface HostedForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** For so long the provider's page certainly takes it; then a page that shows it has to make a new one. */
  readonly freshForSeconds: number;
}

export interface OpenContext {
  readonly rateE4: RateE4;
  /** When the period fell due that this payment charges: a charge under its name may be as old as that. Microseconds. */
  readonly dueAtUs?: number;
}

/** A payment before it is stored: everything but what the provider adds. */
export type UnopenedPayment = Omit<Payment, 'providerData' | 'providerRef' | 'expiresAtUs' | 'nextCheckAtUs'>;

/**
 * What every provider offers. A provider never touches the store, nor another provider. Every outgoing call is bounded in
 * time and size, and logs one line to the given log.
 */
export interface Provider {
  readonly name: string;
  /** True when it takes whole gourdes only: conversions are then rounded up to the gourde, and centimes are refused. */
  readonly takesWholeGourdes?: boolean;
  /** True when it responds within this process, so that asking it is free; every other one is asked at a bounded pace. */
  readonly isLocal?: boolean;
  /**
   * True when a payment that failed here was not paid, and cannot be paid any more: its customer may be told that they paid
   * nothing. Elsewhere a page that stays open, or slow books, may take money after the end.
   */
  readonly isFailureSure?: boolean;
  /** Begins a payment before it is stored. Pure: nothing leaves the machine, and calling it twice does no harm. */
  open(payment: UnopenedPayment, context: OpenContext): Opening;
  /**
   * Asks the provider to create a payment that is stored: at most once for each, whatever happens. Absent when the provider
   * need not be asked. Throws ProviderRefused when it refuses, ProviderUnavailable when there is no usable response.
   */
  create?(payment: Payment, log: Log): Promise<Creation>;
  /**
   * Asks for the outcome of a payment, whatever its status here. Says `failed` with `expired` once the provider can no
   * longer accept it, and makes sure of that first where it can. Throws ProviderUnavailable when no usable response came, which
   * says nothing about the payment.
   */
  verify(payment: Payment, log: Log): Promise<Verification>;
  /**
   * Cancels an open payment for its customer: makes sure that it can no longer be paid, and returns its outcome, which may
   * be that it was already paid. Absent when only the provider's page can. Throws ProviderUnavailable.
   */
  giveUp?(payment: Payment, log: Log): Promise<Verification>;
  /** Reads a message that arrived below `/providers/<name>/`, and checks its signature where there is one. Makes no call. */
  notification?(incoming: Incoming, log: Log): Notice;
  /**
   * Queries the provider for the money that it holds under a well-formed transaction id which this store does not know, for example
   * after a restore. Undefined when nothing was paid. Bounded for unproven messages; the queries of a payer are counted apart. Absent
   * where messages prove for themselves what was paid. Throws ProviderUnavailable.
   */
  findUnknown?(paymentId: number, sender: { readonly isPayer: boolean }, log: Log): Promise<UnknownMoney | undefined>;
  /** What of such a message may be kept with its payment: present where there is a `notification`. */
  messageText?(incoming: Incoming): string;
  /**
   * Whether the customer of an open payment has done their part, as far as is known here: they are offered no other way to pay.
   * Where it is absent, a payment with a `providerRef` is one that somebody has tried to pay.
   */
  isSubmitted?(payment: Payment): boolean;
  /** What our own page asks the customer for; absent when customers pay on a page or in fields of the provider's. */
  form?(payment: Payment): PaymentForm;
  /** The form that leads a customer from our page to the provider's; undefined once that page takes no more for the payment. */
  hostedForm?(payment: Payment, language: 'ht' | 'fr' | 'en'): HostedForm | undefined;
  /** The provider's page that our page leads a customer to; undefined once it takes no more for the payment. */
  hostedPage?(payment: Payment): string | undefined;
  /** Present when a payment of its can be paid in our card widget. */
  readonly widget?: CardWidget;
  /** Present when its customers type their card in our card widget. */
  readonly cardFields?: CardFields;
  /** Ends a payment as a test says, in place of its customer: present where no money moves. Pure. */
  simulate?(payment: Payment, end: GivenEnd): Pick<Verification, 'outcome' | 'cardToken'>;
  /**
   * Charges a card again by its token, for a payment that is stored: at most once for each. Throws as `create` does. `open`
   * has been called with the moment of this call as its beginning: until the payment's end that follows from it, `verify`
   * must not give it up because it knows nothing of it. After that a payment that it knows nothing of is `expired` (or
   * `provider_error`), and the card is charged by another payment. Any other reason is taken for a refusal, and so is
   * `expired` with a `providerRef`: an attempt that is known may have taken the money.
   */
  chargeToken?(payment: Payment, cardToken: string, log: Log): Promise<Verification>;
  /**
   * What the provider's books hold under the name of a charge that our store believes was never requested: the store may
   * have been rolled back. Undefined when there is nothing. Throws ProviderUnavailable when that cannot be found out.
   */
  findCharge?(payment: Payment, log: Log): Promise<Verification | undefined>;
  /** How long `findCharge` and `list` may lag behind, microseconds; required of a provider with both. */
  readonly searchLagUs?: number;
  /** Every charge in the provider's books for a period; absent when it offers no list. */
  list?(range: { readonly fromUs: number; readonly toUs: number }, log: Log): AsyncIterable<ListedCharge>;
  /** Makes a harmless call that only works with valid credentials; describes in one line what responded. Throws otherwise. */
  checkCredentials?(log: Log): Promise<string>;
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

/** No usable response: none at all, an error of the provider's server, or a body that makes no sense. */
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
