import type { Charge, Order } from './orders.ts';
import type { MoncashState } from './state.ts';

export interface PaidOrder {
  readonly charge: Charge;
  /** Where the customer's browser is sent. */
  readonly returnUrl: string;
  /** To be called once the browser is on its way. */
  readonly alertAfter: () => Promise<void>;
}

/** Charges the customer, and notifies the gateway at the time that the switch `reports` sets. */
export async function payOrder(
  state: MoncashState,
  order: Order,
  { payer, costMinor }: { payer: string; costMinor?: number | undefined },
): Promise<PaidOrder> {
  const { alerts, orders, faults } = state;
  const charge = orders.charge(order, payer, costMinor);
  if (faults.reports === 'before' || faults.reports === 'twice') await alerts.sendOf(order, charge);
  return {
    charge,
    returnUrl: returnUrl(state, charge),
    async alertAfter() {
      if (faults.reports === 'after' || faults.reports === 'twice') await alerts.sendOf(order, charge);
    },
  };
}

/** The browser returns with only the transaction, never with the order. */
export function returnUrl({ gatewayUrl }: Pick<MoncashState, 'gatewayUrl'>, { transactionId }: Charge): string {
  return `${gatewayUrl}/providers/moncash/return?${new URLSearchParams({ transactionId })}`;
}
