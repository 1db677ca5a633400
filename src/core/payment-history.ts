import type { Actor } from './actor.ts';

/**
 * What customers do on a payment's pages and in the widget. `opened`: opened the payment page. `sent_to_provider`: redirected to the
 * provider's page. `returned`: came back from it. `number_given`: a wallet's number and PIN were accepted, and the form asks for the code.
 * `entry_refused`: the entered values were rejected. `authentication_asked`: 3-D Secure started. `submitted`: confirmed the payment.
 * `cancelled`: requested a cancellation. `outcome_seen`: saw the result. `previewed`: not the customer, but a user of the console, saw the page.
 */
export type StepName =
  | 'opened'
  | 'sent_to_provider'
  | 'returned'
  | 'number_given'
  | 'entry_refused'
  | 'authentication_asked'
  | 'submitted'
  | 'cancelled'
  | 'outcome_seen'
  | 'previewed';

/** A step of a customer. */
export interface Step {
  readonly name: StepName;
  /** More facts: fixed words, the last two digits of a phone number, and never a PIN, a code or card data. */
  readonly facts?: StepFacts | undefined;
}

/**
 * `place`: `page` or `widget`. `errors`: the rejected fields, by the form's names. `result`: the outcome. `by`: `console` if a user of the
 * console acted in place of the customer.
 */
export type StepFacts = Readonly<Partial<Record<'place' | 'phone' | 'errors' | 'result' | 'path' | 'by', string>>>;

/**
 * A request to a provider with its response, or a provider's message with our response. Contains only what may be
 * stored.
 */
export interface Exchange {
  readonly provider: string;
  /** The provider's name for the call, such as `CreatePayment`; for a message, the path that received it. */
  readonly operation: string;
  /** Status of the response; null without a complete one. */
  readonly status: number | null;
  /** Why there was no response, or why it was unusable. */
  readonly error: string | null;
  /** For a request: milliseconds until the response. */
  readonly ms: number | null;
  /** Method and path, with the fields as JSON. Values that are unnecessary or confidential are `…`. */
  readonly request: string;
  /** Null when there was none. */
  readonly response: string | null;
  /** For a message: whether a signature proves its sender. */
  readonly isProven: boolean | null;
}

/** The position of an entry in its payment's history: unique. */
export interface HistoryPlace {
  /** Microseconds since 1970. For a request, when it was sent. */
  readonly atUs: number;
  readonly id: string;
}

interface AnyEntry extends HistoryPlace {
  readonly paymentId: number;
}

/** A step with its position. */
export interface StepEntry extends AnyEntry {
  readonly kind: 'step';
  readonly step: Step;
}

/** `asked`: we sent a request to the provider. `told`: the provider's server, or the customer's browser, sent us a message. */
export interface ExchangeEntry extends AnyEntry {
  readonly kind: 'asked' | 'told';
  readonly exchange: Exchange;
}

/** A user's note on a payment. */
export interface NoteEntry extends AnyEntry {
  readonly kind: 'note';
  readonly text: string;
  readonly author: Pick<Actor, 'kind' | 'id' | 'name'>;
}

/** An entry of a payment's history. */
export type HistoryEntry = StepEntry | ExchangeEntry | NoteEntry;
export type HistoryKind = HistoryEntry['kind'];
