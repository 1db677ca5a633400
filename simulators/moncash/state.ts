import type { SimulatedCall } from '../simulator.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Alerts } from './alerts.ts';
import type { MoncashFaults } from './faults.ts';
import type { Orders } from './orders.ts';
import type { Transfers } from './transfers.ts';

interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What all parts of the simulator share. */
export interface MoncashState {
  readonly now: () => number;
  readonly gatewayUrl: string;
  readonly credentials: Client;
  /** The credentials of the prefunded account, which are valid only for its calls. */
  readonly prefundedClient: Client;
  readonly transfers: Transfers;
  readonly faults: MoncashFaults;
  readonly orders: Orders;
  readonly tokens: AccessTokens;
  readonly alerts: Alerts;
  readonly calls: MoncashCall[];
}

export interface MoncashCall extends SimulatedCall {
  readonly operation:
    | 'token'
    | 'CreatePayment'
    | 'RetrieveOrderPayment'
    | 'RetrieveTransactionPayment'
    | 'Transfert'
    | 'PrefundedTransactionStatus'
    | 'PrefundedBalance';
}
