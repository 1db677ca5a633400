/** What every provider simulator offers to tests, to `peye simulate` and to rehearsals. */
export interface Simulator {
  /** Where it listens, always on loopback. */
  readonly url: string;
  /** The gateway's settings that lead to it: made-up credentials and addresses. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings of features that an operator may not have. A rehearsal uses only those that the environment also sets. */
  readonly extraSettings?: Readonly<Record<string, string>>;
  /** The switches of its faults. Also `GET` and `POST /_simulator/faults`. */
  readonly faults: object;
  /** Switches off every fault. */
  repair(): void;
  /** The calls it received, in order. Also `GET /_simulator/calls`. */
  readonly calls: readonly SimulatedCall[];
  /** The provider's own record of every requested charge. Also `GET /_simulator/book`. */
  book(): BookEntry[];
  stop(): Promise<void>;
}

/** A call of a provider's API that has arrived, whatever its outcome. */
export interface SimulatedCall {
  /** The protocol's own name for the call. */
  readonly operation: string;
  /** The item that the call names: an order, a transaction, a query; null when it names none. */
  readonly subject: string | null;
}

/** One charge in the provider records, in the provider's words as far as they are comparable. */
export interface BookEntry {
  /** The gateway's name for the charge: the transaction id, or a text that contains it. */
  readonly reference: string;
  /** The provider's own reference; null before it has one. */
  readonly providerRef: string | null;
  readonly amountMinor: number;
  readonly currency: 'HTG' | 'USD';
  readonly status: 'open' | 'paid' | 'failed';
}

export interface SimulatorOptions {
  /** Any free port when absent or 0. */
  readonly port?: number;
  /** The gateway's address, for returns and notifications. */
  readonly gatewayUrl: string;
  /** Milliseconds since 1970; the system's clock when absent. */
  readonly now?: () => number;
}
