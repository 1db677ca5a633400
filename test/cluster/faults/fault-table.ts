import { DATABASE_FAULTS } from './database-faults.ts';
import type { Fault } from './fault.ts';
import { NODE_FAULTS } from './node-faults.ts';

/** Everything that goes wrong in a run, in this order. */
export const FAULTS: readonly Fault[] = [...DATABASE_FAULTS, ...NODE_FAULTS];

/** The faults of a comma list, in the order of the table; all of them without one. Throws for a name that there is not. */
export function faultsNamed(list: string | undefined): readonly Fault[] {
  if (list === undefined) return FAULTS;
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0)
    throw new Error(`there is no fault ${unknown}: it is one of ${FAULTS.map(({ name }) => name).join(', ')}`);
  return FAULTS.filter(({ name }) => names.includes(name));
}
