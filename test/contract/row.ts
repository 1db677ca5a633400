/** One promise of the specification: a row of one of its tables, or one of its rules, in our own words. */
export interface Row {
  readonly id: string;
  readonly promise: string;
  /** The file of the test that proves it, when that is none of this folder. */
  readonly elsewhere?: string;
}

/** Rows of one table: `rows('payment', {amount: '…'})` makes `payment.amount`. `proof` says where, when not in this folder. */
export function rows(table: string, promises: Record<string, string>, proof?: `test/${string}.test.ts`): Row[] {
  return Object.entries(promises).map(([name, promise]) => ({
    id: `${table}.${name}`,
    promise,
    ...(proof && { elsewhere: proof }),
  }));
}
