/** The events that were seen from outside, in their order, each as one line of JSON. Times are microseconds since the start. */
export type Line = { readonly t: number } & Observation;

export type Observation =
  /** The seed, and the conditions of the run. */
  | {
      readonly kind: 'run';
      readonly seed: number;
      readonly clockSteps: boolean;
      /** The start of the history, microseconds since 1970. */
      readonly beginsAtUs: number;
      /** The longest pause of a background job. */
      readonly longestPauseUs: number;
      /** The features that this seed exercises. */
      readonly features: readonly string[];
    }
  /** A value that must not be in the log, a response, a webhook or the delivery log. */
  | { readonly kind: 'secret'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'shop';
      readonly shop: string;
      readonly websiteId: string;
      /** The host that gets the events; null when its callback URL cannot be reached. */
      readonly receiver: string | null;
      readonly webhookSecret: string;
      /** Whether its customers get receipts by e-mail. */
      readonly sendsReceipts: boolean;
    }
  | {
      readonly kind: 'link';
      readonly shop: string;
      readonly mode: string;
      readonly code: string;
      readonly currency: string;
      /** Null if the customer chooses the amount. */
      readonly amountMinor: number | null;
      /** Null if any number may be sold. */
      readonly stock: number | null;
      /** The address to which the seller gets a notice of each sale; null if the seller gets none. */
      readonly notifies: string | null;
    }
  /** A customer has agreed to be charged this amount each day, from the first payment on. */
  | {
      readonly kind: 'subscription';
      readonly subscription: string;
      readonly token: string;
      readonly amountMinor: number;
      readonly anchorAt: number;
    }
  /** A request was sent to the gateway. */
  | ({ readonly kind: 'ask'; readonly id: number; readonly node: string } & ClientRequest)
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly status: number;
      readonly text: string;
      /** Where a redirect leads. */
      readonly location?: string | undefined;
    }
  /** The client timed out, or lost the connection. */
  | { readonly kind: 'unanswered'; readonly id: number; readonly why: 'refused' | 'reset' | 'timed out' }
  /** A shop starts to read a list or a feed by its cursors; `passed` is the end. */
  | {
      readonly kind: 'pass';
      readonly pass: number;
      readonly of: 'list' | 'feed';
      readonly shop: string;
      readonly mode: string;
    }
  | { readonly kind: 'passed'; readonly pass: number; readonly ids: readonly string[] }
  /** A fault was injected. */
  | { readonly kind: 'fault'; readonly what: string; readonly node: string; readonly host?: string }
  /** A request to the provider. */
  | {
      readonly kind: 'provider';
      readonly call: string;
      readonly order: string | null;
      readonly amountMinor: number | null;
      /** Only for a charge: the token of the stored card, and the mark next to the store at that moment. */
      readonly token?: string;
      readonly mark?: number | null;
    }
  /** An attempt to pay at the provider ended with this status; null once the provider has deleted the attempt. */
  | {
      readonly kind: 'attempt';
      readonly order: string;
      readonly word: string | null;
      /** Only for a charge of a stored card: whether the decline forbids any other charge. */
      readonly stops?: boolean;
    }
  /** A customer has paid at the provider. */
  | {
      readonly kind: 'paid';
      readonly method: string;
      readonly order: string;
      readonly transaction: string;
      readonly costMinor: number;
      readonly currency: string;
      /** The time from which the provider's queries show the payment. */
      readonly knownAt: number;
    }
  /** A webhook has arrived at a receiver, which has accepted it or not. */
  | {
      readonly kind: 'webhook';
      readonly receiver: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly accepted: boolean;
    }
  /** An operator rotates a shop's webhook secret, and the new one signs after `afterUs`. Null if the command did not return the secret. */
  | {
      readonly kind: 'rolled';
      readonly shop: string;
      readonly secret: string | null;
      readonly startedAt: number;
      readonly afterUs: number;
      readonly outcome: Outcome;
    }
  /** An operator sets the exchange rate, in ten thousandths of a gourde for a dollar. */
  | { readonly kind: 'rate'; readonly rateE4: number; readonly startedAt: number; readonly outcome: Outcome }
  /** An e-mail has arrived at the mail server. */
  | {
      readonly kind: 'mail';
      readonly to: string;
      readonly messageId: string;
      readonly subject: string;
      readonly text: string;
      readonly accepted: boolean;
    }
  /** An operator resends a delivery. */
  | { readonly kind: 'resent'; readonly payment: string; readonly outcome: Outcome }
  | { readonly kind: 'log'; readonly node: string; readonly line: string }
  /** An uncaught exception. */
  | { readonly kind: 'uncaught'; readonly message: string }
  /** After this there are no faults. */
  | { readonly kind: 'healed' }
  /** No work remains. The final state follows. */
  | { readonly kind: 'quiet' }
  /** A row of the store. */
  | { readonly kind: 'row'; readonly table: string; readonly row: Readonly<Record<string, string | number | null>> };

/** The outcome of a change by an operator: `unknown` if the store did not confirm the change. */
export type Outcome = 'done' | 'refused' | 'unknown';

export interface ClientRequest {
  readonly what:
    | 'create'
    | 'read'
    | 'look up'
    | 'verify'
    | 'finish'
    | 'list'
    | 'feed'
    | 'notify'
    | 'return'
    | 'link page'
    | 'link form'
    | 'nonsense';
  readonly shop: string;
  readonly mode: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** The merchant's own reference. */
  readonly reference?: string;
  readonly payment?: string;
  /** The code of a payment link, and the token of its form. */
  readonly link?: string;
  readonly form?: string;
}

/** A violation of an invariant in a history. */
export interface Violation {
  readonly invariant: string;
  readonly message: string;
}
