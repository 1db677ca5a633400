import type { PaymentMethod } from '../../../src/core/payment.ts';
import { startCardDriver } from './card-driver.ts';
import { startLakaypayCardDriver } from './lakaypay-card-driver.ts';
import { startMoncashDriver } from './moncash-driver.ts';
import { startNatcashDriver } from './natcash-driver.ts';

const DRIVERS = {
  moncash: startMoncashDriver,
  natcash: startNatcashDriver,
  lakaypay_card: startLakaypayCardDriver,
  card: startCardDriver,
} as const;

/** Every provider's driver, by its method. */
export type Drivers = { readonly [Method in PaymentMethod]: Awaited<ReturnType<(typeof DRIVERS)[Method]>> };

/** Starts the simulator of a method's provider, with the driver that controls it. */
export function startDriver<Method extends PaymentMethod>(
  method: Method,
  options: Parameters<(typeof DRIVERS)[Method]>[0],
): Promise<Drivers[Method]> {
  return DRIVERS[method](options) as Promise<Drivers[Method]>;
}
