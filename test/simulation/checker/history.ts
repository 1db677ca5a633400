/** The events that were seen from outside, in their order: one JSON document a line. Times are microseconds. */
export type Line = { readonly t: number } & Observation;

export type Observation =
  /** The seed, and the conditions of the run. */
  | {
      readonly kind: 'run';
      readonly seed: number;
      readonly clockSteps: boolean;
      /** The first moment, microseconds since 1970. */
      readonly beginsAtUs: number;
      /** How long a background job pauses at most. */
      readonly longestPauseUs: number;
      /** The features that this seed exercises. */
      readonly features: readonly string[];
    }
  /** A value that no log, response, address or delivery log may show. */
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
      /** Null where the customer chooses it. */
      readonly amountMinor: number | null;
      /** Null: any number may be sold. */
      readonly stock: number | null;
      /** Where the seller gets a notice of each sale; null: nowhere. */
      readonly notifies: string | null;
    }
  /** A customer has agreed to be charged again each day, for as much, from the first payment on. */
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
  /** A shop starts, and ends, to read a list or a feed by its cursors. */
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
      /** Of a charge: the stored card, and the mark next to the store at that moment. */
      readonly token?: string;
      readonly mark?: number | null;
    }
  /** An attempt to pay at the provider ended with this status; null once the provider has deleted the attempt. */
  | {
      readonly kind: 'attempt';
      readonly order: string;
      readonly word: string | null;
      /** Of a charge of a stored card: whether the decline forbids another one. */
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
      /** From when on the provider's queries show it. */
      readonly knownAt: number;
    }
  /** A webhook has arrived at a receiver, and what that did. */
  | {
      readonly kind: 'webhook';
      readonly receiver: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly accepted: boolean;
    }
  /** An operator wants a delivery sent again. */
  /** An operator gives a shop another webhook secret, which signs so long after; null when the command did not say which. */
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
  | { readonly kind: 'resent'; readonly payment: string; readonly outcome: Outcome }
  | { readonly kind: 'log'; readonly node: string; readonly line: string }
  /** An uncaught exception. */
  | { readonly kind: 'uncaught'; readonly message: string }
  /** From here on there are no faults. */
  | { readonly kind: 'healed' }
  /** Nothing more can happen. The final state follows. */
  | { readonly kind: 'quiet' }
  /** A row of the store. */
  | { readonly kind: 'row'; readonly table: string; readonly row: Readonly<Record<string, string | number | null>> };

/** The outcome of a change by an operator: `unknown` where the store did not confirm it. */
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
