import { existsSync } from 'node:fs';
import type { SIMULATORS, SimulatorName } from '../../simulators/simulators.ts';
import { CommandFailure } from '../app/failure.ts';

/** What they are made of: the shop of a rehearsal is the one of the examples. */
const FOLDERS = ['simulators', 'examples'];

/** What each simulator is to the gateway: a payment method, or the source of its exchange rate. Known without their folder. */
export const STANDS_FOR: Readonly<Record<SimulatorName, string>> = {
  moncash: 'moncash',
  natcash: 'natcash',
  'secure-acceptance': 'lakaypay_card',
  stripe: 'card',
  rates: 'the exchange rate',
};

/** Their names, in the order of the table. */
export const SIMULATOR_NAMES = Object.keys(STANDS_FOR) as SimulatorName[];

type StartMerchantSimulator = typeof import('../../simulators/merchant/merchant-simulator.ts').startMerchantSimulator;

/** Loads the simulators, which are no part of a production image. Throws CommandFailure where they are not installed. */
export async function loadSimulators(): Promise<{
  readonly simulators: typeof SIMULATORS;
  readonly startMerchantSimulator: StartMerchantSimulator;
}> {
  const missing = FOLDERS.find((folder) => !existsSync(new URL(`../../${folder}/`, import.meta.url)));
  if (missing !== undefined) {
    throw new CommandFailure(
      `the simulators are not part of this installation: their folder, ${missing}/, was left out. Run this command in a full checkout of Peye.`,
    );
  }
  const [{ SIMULATORS: simulators }, { startMerchantSimulator }] = await Promise.all([
    import('../../simulators/simulators.ts'),
    import('../../simulators/merchant/merchant-simulator.ts'),
  ]);
  return { simulators, startMerchantSimulator };
}
