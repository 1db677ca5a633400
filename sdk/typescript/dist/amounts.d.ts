/** `'500.00'` is `50000n`. Throws `InvalidArgumentError` unless the amount has at most two decimals. */
export declare function toMinor(amount: string | number): bigint;
/** `50000n` is `'500.00'`. */
export declare function fromMinor(minor: bigint | number): string;
/** Whether two amounts are the same: `'500'` and `'500.00'` are. */
export declare function equal(a: string | number, b: string | number): boolean;
/** -1 when `a` is less, 0 when they are equal, else 1. */
export declare function compare(a: string | number, b: string | number): -1 | 0 | 1;
