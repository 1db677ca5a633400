import type { CallFault } from '../../../simulators/fault-words.ts';
import type { BookEntry, Simulator } from '../../../simulators/simulator.ts';
import type { PaymentMethod } from '../../../src/core/payment.ts';

/** The response that the merchant's server got for a created payment. */
export interface CreatedPayment {
  readonly transaction_id: string;
  readonly payment_url?: string;
  readonly client_secret?: string;
}

/** Faults that every provider has, in the common words; `create` and `refuseCreate` where payments are created by a call. */
export interface DriverFaults {
  readonly create?: CallFault;
  readonly query?: CallFault;
  /** The call for an access token, where there is one. */
  readonly token?: CallFault;
  /** The provider refuses every payment. */
  readonly refuseCreate?: true;
}

/**
 * The actions of a provider, its customers and attackers, for any provider. With them tests start a simulator, make it fail, see its
 * requests, and let customers pay. Payments are named by the gateway's transaction id. No method notifies the gateway unless it says so.
 */
export interface ProviderDriver<S extends Simulator = Simulator> {
  readonly method: PaymentMethod;
  /** The simulator, for switches that only this provider has. */
  readonly simulator: S;
  /** Settings of a gateway that works with it. */
  readonly settings: Readonly<Record<string, string>>;
  /** False if a payment is created without a request to the provider: then its creation cannot fail there. */
  readonly isCreatedRemotely: boolean;
  /** Whether the provider allows no second attempt after a declined one. */
  readonly isDeclineFinal: boolean;
  /** The provider's records. */
  book(): BookEntry[];
  /** How many requests to create or charge a payment the provider got, with or without a response. */
  creations(transactionId: string): number;
  /** Makes the provider fail in these ways until `repair`. */
  setFaults(faults: DriverFaults): void;
  /** While this is on, the provider does not know new payments of money yet. When it is off again, it catches up. */
  hesitate(isOn: boolean): void;
  /** Ends every fault except `hesitate`. */
  repair(): void;
  /** The customer opens the page right after the creation, and leaves it open in a tab. */
  visit(payment: CreatedPayment): Promise<void>;
  /** The customer pays, another amount than requested if one is given. Throws, or does nothing, when the provider takes no money for it. */
  pay(transactionId: string, options?: { readonly amountMinor?: number }): Promise<void>;
  /** The customer's attempt is declined. */
  decline(transactionId: string): Promise<void>;
  /** The customer cancels, if the provider notices that. */
  cancel?(transactionId: string): Promise<void>;
  /** From now on the provider returns an unknown status for this payment. */
  reportUnknownStatus(transactionId: string): Promise<void>;
  /** The provider's server reports the status of the payment. Returns the HTTP status of our response, or 0 without a response. */
  notify(transactionId: string): Promise<number>;
  /** The customer's browser comes back as the provider sends it. Returns the status of our response. */
  comeBack?(transactionId: string): Promise<number>;
  /**
   * Attackers claim in every possible way that a payment was paid, and may pay another one of the gateway's for it. Returns the
   * statuses of our responses.
   */
  forge(transactionId: string, otherId: string): Promise<number[]>;
  stop(): Promise<void>;
}

export interface DriverOptions {
  readonly gatewayUrl: string;
  /** Milliseconds since 1970; the system's clock when absent. */
  readonly now?: () => number;
}
