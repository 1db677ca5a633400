/** Which later part of the project proves a row that no test of this folder can prove yet. */
export type Later = 'webhook delivery' | 'live providers' | 'hosted pages' | 'command line' | 'fault tests' | 'docs';

/** One promise of the specification: a row of one of its tables, or one of its rules, in our own words. */
export interface Row {
  readonly id: string;
  readonly promise: string;
  readonly later?: Later;
}

/** Rows of one table: `rows('payment', {amount: '…'})` makes `payment.amount`. */
export function rows(table: string, promises: Record<string, string>, later?: Later): Row[] {
  return Object.entries(promises).map(([name, promise]) => ({
    id: `${table}.${name}`,
    promise,
    ...(later && { later }),
  }));
}
