/** What is still to be built before a row can be proved. */
export type Later = 'live providers';

/** A test of another folder that proves a row: its file, and words of its name. */
export interface ProvenIn {
  readonly file: string;
  readonly test: string;
}

/** One promise of the specification: a row of one of its tables, or one of its rules, in our own words. */
export interface Row {
  readonly id: string;
  readonly promise: string;
  readonly later?: Later;
  readonly provenIn?: ProvenIn;
}

/** Rows of one table: `rows('payment', {amount: '…'})` makes `payment.amount`. */
export function rows(table: string, promises: Record<string, string>, proof?: Later | ProvenIn): Row[] {
  return Object.entries(promises).map(([name, promise]) => ({
    id: `${table}.${name}`,
    promise,
    ...(typeof proof === 'string' && { later: proof }),
    ...(typeof proof === 'object' && { provenIn: proof }),
  }));
}

/** A test outside this folder: `file` below `test/`. */
export function provenIn(file: string, test: string): ProvenIn {
  return { file, test };
}
