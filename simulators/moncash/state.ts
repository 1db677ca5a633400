import type { AccessTokens } from './access-tokens.ts';
import type { Alerts } from './alerts.ts';
import type { MoncashFaults } from './faults.ts';
import type { Orders } from './orders.ts';
import type { HeldAnswers } from './trouble.ts';

/** What all parts of the simulator share. */
export interface MoncashState {
  readonly now: () => number;
  readonly gatewayUrl: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly faults: MoncashFaults;
  readonly orders: Orders;
  readonly tokens: AccessTokens;
  readonly alerts: Alerts;
  readonly calls: MoncashCall[];
  readonly held: HeldAnswers;
}

/** A call that has arrived, whatever became of it. */
export interface MoncashCall {
  readonly operation: 'token' | 'CreatePayment' | 'RetrieveOrderPayment' | 'RetrieveTransactionPayment';
  /** The order or transaction it names. */
  readonly subject: string | null;
}
