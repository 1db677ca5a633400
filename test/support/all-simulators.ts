import type { ProviderDriver } from './drivers/provider-driver.ts';
import { type Drivers, startDriver } from './drivers/start-driver.ts';
import { type ShiftedClock, shiftedClock } from './shifted-clock.ts';

/** The simulators of all providers of live mode. They send the gateway no notifications by themselves. */
export interface AllSimulators {
  readonly clock: ShiftedClock;
  readonly drivers: readonly ProviderDriver[];
  readonly moncash: Drivers['moncash']['simulator'];
  readonly natcash: Drivers['natcash']['simulator'];
  readonly acceptance: Drivers['lakaypay_card']['simulator'];
  readonly stripe: Drivers['card']['simulator'];
  /** Settings of a gateway that works with all of them. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startAllSimulators(gatewayUrl: string): Promise<AllSimulators> {
  const clock = shiftedClock();
  const options = { gatewayUrl, now: clock.nowMs };
  const [moncash, natcash, acceptance, stripe] = await Promise.all([
    startDriver('moncash', options),
    startDriver('natcash', options),
    startDriver('lakaypay_card', options),
    startDriver('card', options),
  ]);
  const drivers = [moncash, natcash, acceptance, stripe];
  return {
    clock,
    drivers,
    moncash: moncash.simulator,
    natcash: natcash.simulator,
    acceptance: acceptance.simulator,
    stripe: stripe.simulator,
    settings: Object.assign({}, ...drivers.map(({ settings }) => settings)),
    stop: async () => void (await Promise.all(drivers.map((one) => one.stop()))),
  };
}
