import type { Actor } from './actor.ts';

/**
 * What customers do on a payment's pages and in the widget. `opened`: where the payment is paid. `sent_to_provider`: led to the
 * provider's page. `returned`: came back from it. `number_given`: a wallet's number and PIN were taken, and the code is asked for.
 * `entry_refused`: what was typed was refused. `authentication_asked`: 3-D Secure. `submitted`: did their part. `cancelled`: wanted to
 * cancel. `outcome_seen`: the result was shown.
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
  | 'outcome_seen';

/** A step of a customer. */
export interface Step {
  readonly name: StepName;
  /** What else is known: short words, of a phone number its last two digits, and never a PIN, a code or anything of a card. */
  readonly facts?: StepFacts | undefined;
}

/** `place`: `page` or `widget`. `errors`: what was refused, in the form's own words. `result`: what came of it. */
export type StepFacts = Readonly<Partial<Record<'place' | 'phone' | 'errors' | 'result' | 'path', string>>>;

/** A question to a provider and its answer, or a message of the provider's and ours. Of both, what may be kept. */
export interface Exchange {
  readonly provider: string;
  /** The provider's name for the call, such as `CreatePayment`; of a message the path at which it came in. */
  readonly operation: string;
  /** Of the answer; null when no whole one came. */
  readonly status: number | null;
  /** Why there was no answer, or why it was no use. */
  readonly error: string | null;
  /** Of a question: how long the answer took, milliseconds. */
  readonly ms: number | null;
  /** Method and path, with the fields as JSON. Values that nobody needs to know, or may know, are `…`. */
  readonly request: string;
  /** Null when there was none. */
  readonly response: string | null;
  /** Of a message: whether a signature proves whose it is. */
  readonly isProven: boolean | null;
}

/** Where an entry stands in its payment's history: no two have the same. */
export interface HistoryPlace {
  /** Microseconds since 1970. Of a question when it was asked. */
  readonly atUs: number;
  readonly id: string;
}

interface AnyEntry extends HistoryPlace {
  readonly paymentId: number;
}

/** A step with its place. */
export interface StepEntry extends AnyEntry {
  readonly kind: 'step';
  readonly step: Step;
}

/** `asked`: we have asked the provider. `told`: the provider's server, or the customer's browser, has brought a message. */
export interface ExchangeEntry extends AnyEntry {
  readonly kind: 'asked' | 'told';
  readonly exchange: Exchange;
}

/** What somebody wrote beside a payment. */
export interface NoteEntry extends AnyEntry {
  readonly kind: 'note';
  readonly text: string;
  readonly author: Pick<Actor, 'kind' | 'id' | 'name'>;
}

/** An entry of a payment's history. */
export type HistoryEntry = StepEntry | ExchangeEntry | NoteEntry;
export type HistoryKind = HistoryEntry['kind'];
