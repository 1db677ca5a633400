import type { SimulatedCall } from '../simulator.ts';
import type { Account } from './account.ts';
import type { Operation, StripeFaults } from './faults.ts';
import type { Webhooks } from './webhooks.ts';

/** What the routes of the simulator work with. */
export interface SimulatorParts {
  readonly account: Account;
  readonly faults: StripeFaults;
  readonly webhooks: Webhooks;
  /** Every call of a server, with a response or without. */
  readonly calls: StripeCall[];
  /** Called when a cancellation has come in, before it is looked at. */
  readonly onCancel: () => void;
  readonly now: () => number;
  /** Where the simulator listens; known once it does. */
  readonly origin: () => string;
}

/** A call of the API; `subject` is the gateway's transaction id where the call names it. */
export interface StripeCall extends SimulatedCall {
  readonly operation: Operation;
}
