import type { CallFault } from '../../../simulators/fault-words.ts';
import type { BookEntry, Simulator } from '../../../simulators/simulator.ts';
import type { PaymentMethod } from '../../../src/core/payment.ts';

/** The response that the merchant's server got for a created payment. */
export interface CreatedPayment {
  readonly transaction_id: string;
  readonly payment_url?: string;
  readonly client_secret?: string;
}

/** Faults that every provider has, under common names. `create` and `refuseCreate` work only if a request creates payments. */
export interface DriverFaults {
  readonly create?: CallFault;
  readonly query?: CallFault;
  /** The fault of the call for an access token, if the provider has such a call. */
  readonly token?: CallFault;
  /** The fault of the call that refunds, if the gateway sends refunds. */
  readonly refund?: CallFault;
  /** The provider refuses every payment. */
  readonly refuseCreate?: true;
}

/**
 * The actions of a provider, of its customers and of attackers, the same for all providers. Tests use them to make a simulator fail, see
 * its requests, and let customers pay. Payments are named by the gateway's transaction id. Only `notify`, `comeBack` and `forge` send
 * requests to the gateway.
 */
export interface ProviderDriver<S extends Simulator = Simulator> {
  readonly method: PaymentMethod;
  /** The simulator, for switches that only this provider has. */
  readonly simulator: S;
  /** Settings of a gateway that works with it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether creating a payment sends a request to the provider. If not, the creation cannot fail at the provider. */
  readonly isCreatedRemotely: boolean;
  /** Whether the provider allows no second attempt after a declined one. */
  readonly isDeclineFinal: boolean;
  /** The provider's records. */
  book(): BookEntry[];
  /** How many requests to create or charge a payment the provider got, with or without a response. */
  creations(transactionId: string): number;
  /** How many refunds of a payment the provider has executed. Present if the gateway sends refunds. */
  refunds?(transactionId: string): number;
  /** Makes the provider fail in these ways until `repair`. */
  setFaults(faults: DriverFaults): void;
  /** While this is on, the provider's records do not show that customers have paid. When it is off again, they do. */
  hesitate(isOn: boolean): void;
  /** Ends every fault except `hesitate`. */
  repair(): void;
  /** The customer opens the page right after the creation, and leaves it open in a tab. */
  visit(payment: CreatedPayment): Promise<void>;
  /** The customer pays the requested amount, or the given one. Throws or does nothing if the provider accepts no money for the payment. */
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
   * Attackers claim in every possible way that a payment was paid. They may pay another payment of the gateway to use its proof. Returns
   * the statuses of our responses.
   */
  forge(transactionId: string, otherId: string): Promise<number[]>;
  stop(): Promise<void>;
}

export interface DriverOptions {
  readonly gatewayUrl: string;
  /** Milliseconds since 1970; the system's clock when absent. */
  readonly now?: () => number;
}
