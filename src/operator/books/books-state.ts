import { OperatorError } from '../../domain/operator-error.ts';
import { isObject, parseObject } from '../../lib/json-object.ts';
import type { FoundFaults } from './fault-log.ts';
import type { SumEntries } from './sum-tally.ts';

/** Increased when what is written changes. */
const VERSION = 1;

/** How far a run has come through the payments, and what it has found: all that another one needs to go on. */
export interface BooksState {
  readonly version: number;
  /** The store that it is of. */
  readonly store: string;
  /** Microseconds since 1970. */
  readonly startedAtUs: number;
  /** Payments behind the former, up to the latter, are still to be looked at. */
  readonly afterId: number;
  readonly throughId: number;
  /** How many were looked at. */
  readonly payments: number;
  readonly keptBefore: SumEntries;
  readonly counted: SumEntries;
  readonly faults: readonly FoundFaults[];
}

export function stateText(state: Omit<BooksState, 'version'>): string {
  return JSON.stringify({ version: VERSION, ...state });
}

/** Reads what `stateText` wrote. Throws OperatorError for anything else, and for the state of another store. */
export function readState(text: string, store: string): BooksState {
  const state = parseObject(text);
  const numbers = ['startedAtUs', 'afterId', 'throughId', 'payments'];
  const lists = ['keptBefore', 'counted', 'faults'];
  const isState =
    isObject(state) &&
    state.version === VERSION &&
    numbers.every((name) => Number.isSafeInteger(state[name])) &&
    lists.every((name) => Array.isArray(state[name]));
  if (!isState)
    throw new OperatorError('invalid', 'state', 'The file of --state is none that this version has written.');
  if (state.store !== store) throw new OperatorError('invalid', 'state', 'The file of --state is of another store.');
  return state as unknown as BooksState;
}
