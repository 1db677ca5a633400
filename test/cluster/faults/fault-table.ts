import { DATABASE_FAULTS } from './database-faults.ts';
import type { Fault } from './fault.ts';
import { NODE_FAULTS } from './node-faults.ts';

/** The faults of a run, in this order. */
export const FAULTS: readonly Fault[] = [...DATABASE_FAULTS, ...NODE_FAULTS];

/** The faults that a comma-separated list names, in the order of the table; all faults without a list. Throws for an unknown name. */
export function faultsNamed(list: string | undefined): readonly Fault[] {
  if (list === undefined) return FAULTS;
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0)
    throw new Error(`there is no fault ${unknown}: it is one of ${FAULTS.map(({ name }) => name).join(', ')}`);
  return FAULTS.filter(({ name }) => names.includes(name));
}
