import { type FaultsOf, type FormerNames, initialFaults, type Switches } from '../faults.ts';
import { callFault, flag, oneOf, orNull, type Switch, text } from '../switch.ts';

const DAY: Switch<string> = {
  initial: '',
  allows: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
};

/** How the page writes its accents. */
export const ACCENTS = ['letters', 'entities', 'none'] as const;

/** What the simulated sources publish and how they behave. Every switch may be set at any time. */
export const RATES_SWITCHES = {
  /** A query of either source. */
  query: callFault(),
  /** The rate as it is published, digit by digit: `130.5549`, but also `0`, `1e9`, `-130.55` or `1,305.49`. */
  rate: text('130.5549'),
  /** The day it was published, YYYY-MM-DD; null is today in UTC. */
  date: orNull(DAY),
  /** Publishes the same rate in another layout than the known one. */
  layoutChanged: flag(false),
  /** Omits the gourde. */
  missingHtg: flag(false),
  accents: oneOf(ACCENTS, 'entities'),
  /** Whether the page writes decimals with a comma. */
  decimalComma: flag(false),
} satisfies Switches;

export type RatesFaults = FaultsOf<typeof RATES_SWITCHES>;

/** The previous names of the faults: one switch for each way to fail. */
const failing = (fault: string) => (isOn: unknown) => ({
  query: isOn === true ? fault : isOn === false ? 'none' : isOn,
});

export const RATES_FORMER_NAMES: FormerNames = {
  error500: failing('error_500'),
  hang: failing('hang'),
  garbage: failing('garbage'),
  endless: failing('endless'),
};

export function noFaults(): RatesFaults {
  return initialFaults(RATES_SWITCHES);
}
