import type { Simulator, SimulatorOptions } from './simulator.ts';

/** Every simulator by the name that `peye simulate` knows. Each is loaded when it is started: a gateway needs none of them. */
export const SIMULATORS = {
  moncash: async (options) => (await import('./moncash/moncash-simulator.ts')).startMoncashSimulator(options),
  natcash: async (options) => (await import('./natcash/natcash-simulator.ts')).startNatcashSimulator(options),
  'secure-acceptance': async (options) =>
    (await import('./secure-acceptance/secure-acceptance-simulator.ts')).startSecureAcceptanceSimulator(options),
  stripe: async (options) => (await import('./stripe/stripe-simulator.ts')).startStripeSimulator(options),
  rates: async (options) => (await import('./rates/rates-simulator.ts')).startRatesSimulator(options),
} as const satisfies Record<string, (options: SimulatorOptions) => Promise<Simulator>>;

export type SimulatorName = keyof typeof SIMULATORS;
