import type { SimulatedCall } from '../simulator.ts';
import type { Account } from './account.ts';
import type { Operation, StripeFaults } from './faults.ts';
import type { Webhooks } from './webhooks.ts';

/** The parts that the simulator's routes share. */
export interface SimulatorParts {
  readonly account: Account;
  readonly faults: StripeFaults;
  readonly webhooks: Webhooks;
  /** Every call of a server, whether it got a response or not. */
  readonly calls: StripeCall[];
  /** Called when a cancellation has arrived, before it is processed. */
  readonly onCancel: () => void;
  readonly now: () => number;
  /** The simulator's address; known once it listens. */
  readonly origin: () => string;
}

/** A call of the API; `subject` is the gateway's transaction id where the call names it. */
export interface StripeCall extends SimulatedCall {
  readonly operation: Operation;
}
