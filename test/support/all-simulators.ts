import { type MoncashSimulator, startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { type NatcashSimulator, startNatcashSimulator } from '../../simulators/natcash/natcash-simulator.ts';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { type StripeSimulator, startStripeSimulator } from '../../simulators/stripe/stripe-simulator.ts';
import { type ShiftedClock, shiftedClock } from './shifted-clock.ts';

/** All four providers, who tell the gateway nothing by themselves. */
export interface AllSimulators {
  readonly clock: ShiftedClock;
  readonly moncash: MoncashSimulator;
  readonly natcash: NatcashSimulator;
  readonly acceptance: SecureAcceptanceSimulator;
  readonly stripe: StripeSimulator;
  /** Of a gateway that works with all of them. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startAllSimulators(gatewayUrl: string): Promise<AllSimulators> {
  const clock = shiftedClock();
  const options = { gatewayUrl, now: clock.nowMs };
  const [moncash, natcash, acceptance, stripe] = await Promise.all([
    startMoncashSimulator(options),
    startNatcashSimulator(options),
    startSecureAcceptanceSimulator(options),
    startStripeSimulator(options),
  ]);
  moncash.faults.alert = 'never';
  acceptance.faults.delivery = 'both_lost';
  stripe.faults.webhooks = 'never';
  const all = [moncash, natcash, acceptance, stripe];
  return {
    clock,
    moncash,
    natcash,
    acceptance,
    stripe,
    settings: Object.assign({}, ...all.map(({ settings }) => settings)),
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  };
}
