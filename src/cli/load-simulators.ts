import { existsSync } from 'node:fs';
import type { SIMULATORS, SimulatorName } from '../../simulators/simulators.ts';
import { CommandFailure } from '../platform/command-failure.ts';

/** The folders of the simulators. The shop of a rehearsal is in examples. */
const FOLDERS = ['simulators', 'examples'];

/**
 * What each simulator simulates: a payment method, or the exchange rate source. It is listed here, so that it is known when the simulators'
 * folder is missing.
 */
export const SIMULATED: Readonly<Record<SimulatorName, string>> = {
  moncash: 'moncash',
  natcash: 'natcash',
  'secure-acceptance': 'lakaypay_card',
  stripe: 'card',
  rates: 'the exchange rate',
};

/** Their names, in the order of the table. */
export const SIMULATOR_NAMES = Object.keys(SIMULATED) as SimulatorName[];

type StartMerchantSimulator = typeof import('../../simulators/merchant/merchant-simulator.ts').startMerchantSimulator;

/** Loads the simulators, which a production image does not include. Throws CommandFailure if they are not installed. */
export async function loadSimulators(): Promise<{
  readonly simulators: typeof SIMULATORS;
  readonly startMerchantSimulator: StartMerchantSimulator;
}> {
  const missing = FOLDERS.find((folder) => !existsSync(new URL(`../../${folder}/`, import.meta.url)));
  if (missing !== undefined) {
    throw new CommandFailure(
      `this installation does not include the simulators: the folder ${missing}/ is missing. Run this command in a full checkout of Peye.`,
    );
  }
  const [{ SIMULATORS: simulators }, { startMerchantSimulator }] = await Promise.all([
    import('../../simulators/simulators.ts'),
    import('../../simulators/merchant/merchant-simulator.ts'),
  ]);
  return { simulators, startMerchantSimulator };
}
