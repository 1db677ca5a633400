import { CALL_FAULTS } from '../../simulators/fault-words.ts';
import type { DriverFaults, ProviderDriver } from '../support/drivers/provider-driver.ts';
import type { SeededRandom } from '../support/seeded-random.ts';

/** What is wrong with a provider until a step has passed. */
interface Spell {
  readonly untilStep: number;
  readonly queries: number | null;
  readonly creations: number | null;
  readonly isSlow: boolean;
}

const HANG_MS = 20;
const FAILING = CALL_FAULTS.filter((fault) => fault !== 'none');
// Without an access token no request can be sent at all.
const QUERY_FAULTS: readonly DriverFaults[] = [
  ...FAILING.map((query) => ({ query })),
  { token: 'error_500', query: 'error_500' },
];
const CREATION_FAULTS: readonly DriverFaults[] = [...FAILING.map((create) => ({ create })), { refuseCreate: true }];

/** Breaks and fixes a provider by a schedule that a seed decides: mostly for minutes, sometimes for hours, in every way. */
export function flapping(
  driver: ProviderDriver,
  random: SeededRandom,
): { to(step: number): void; end(): void; badSteps(): number } {
  let spell: Spell = { untilStep: 0, queries: null, creations: null, isSlow: false };
  let isBad = true;
  let badSteps = 0;
  let turn = 0;
  /** A call that hangs is cut off soon, because the gateway's timeout of many seconds would make the test too slow. */
  const applyFaults = (faults: DriverFaults) => {
    driver.setFaults(faults);
    const now = turn;
    setTimeout(() => {
      if (now === turn) driver.setFaults(withoutHanging(faults));
    }, HANG_MS);
  };
  const nextSpell = (step: number): Spell => {
    isBad = !isBad;
    if (!isBad) return { untilStep: step + random.between(1, 30), queries: null, creations: null, isSlow: false };
    const steps = random.percent(75) ? random.between(1, 4) : random.between(6, 48);
    const way = () => random.between(0, 100);
    const [queries, creations] = [random.percent(75) ? way() : null, random.percent(60) ? way() : null];
    return { untilStep: step + steps, queries, creations, isSlow: random.percent(30) };
  };
  return {
    to(step) {
      if (step >= spell.untilStep) spell = nextSpell(step);
      turn++;
      driver.repair();
      driver.hesitate(spell.isSlow);
      if (spell.queries !== null) applyFaults(pick(QUERY_FAULTS, spell.queries));
      if (spell.creations !== null) applyFaults(pick(CREATION_FAULTS, spell.creations));
      if (isBad) badSteps++;
    },
    end() {
      turn++;
      driver.repair();
      driver.hesitate(false);
    },
    badSteps: () => badSteps,
  };
}

function pick(faults: readonly DriverFaults[], way: number): DriverFaults {
  return faults[way % faults.length] ?? {};
}

function withoutHanging(faults: DriverFaults): DriverFaults {
  const changed = Object.entries(faults).filter(([, fault]) => String(fault).startsWith('hang'));
  return Object.fromEntries(changed.map(([call]) => [call, 'drop']));
}
