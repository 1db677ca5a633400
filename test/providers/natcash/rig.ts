import type { Payment } from '../../../src/core/payment.ts';
import { natcashProvider } from '../../../src/providers/natcash/provider.ts';
import { readNatcashSettings } from '../../../src/providers/natcash/settings.ts';
import type { Provider } from '../../../src/providers/provider.ts';
import { type DrivenAdapter, startDrivenAdapter } from '../../support/drivers/driven-adapter.ts';

export const PUBLIC_URL = 'https://pay.example';

type Driven = DrivenAdapter<'natcash', Provider>;

/** The adapter and the simulator, on one clock, without a gateway. */
export interface NatcashRig extends Pick<Driven, 'clock' | 'log' | 'lines' | 'created' | 'stop'> {
  readonly natcash: Driven['simulator'];
  /** The adapter with other settings. */
  provider(settings?: Record<string, string>): Provider;
  /** A payment as it is stored before it is created at NatCash. */
  payment(changes?: Partial<Payment>): Payment;
}

export async function startNatcashRig(): Promise<NatcashRig> {
  const driven = await startDrivenAdapter('natcash', {
    credentials: [],
    readSettings: readNatcashSettings,
    makeProvider: natcashProvider,
    gatewayUrl: PUBLIC_URL,
    publicUrl: PUBLIC_URL,
    // No limit here: only the adapter's own time limit applies.
    timeoutMs: Number.POSITIVE_INFINITY,
  });
  return {
    ...driven,
    natcash: driven.simulator,
    provider: (settings = {}) => driven.another(settings),
    payment: (changes) => ({ ...driven.newPayment(changes), providerRef: null }),
  };
}

/** The order number of a payment at NatCash. */
export function orderNumberOf({ id }: Pick<Payment, 'id'>): string {
  return `NC${id}`;
}
