/** Transaction ids count from here, so that they stay below 2^53 (exact in every JSON reader) until 2052. */
const EPOCH_MS = Date.UTC(2024, 0, 1);
const SLOTS_PER_MS = 10_000;

const TRANSACTION_ID = /^[1-9]\d{14,15}$/;

/**
 * Makes transaction ids: 15 or 16 digits that grow with time, the millisecond first and a random slot in it last, so
 * that nodes need not agree. Two nodes can still draw the same slot; the primary key refuses the second, which draws again.
 * Within one generator ids strictly grow, whatever the clock does.
 *
 * @param nowUs the clock, microseconds since 1970
 * @param randomInt a random integer from 0 to (below) its argument
 */
export function transactionIds(nowUs: () => number, randomInt: (below: number) => number): () => number {
  let last = 0;
  return () => {
    const millisecond = Math.floor(nowUs() / 1000) - EPOCH_MS;
    const drawn = millisecond * SLOTS_PER_MS + randomInt(SLOTS_PER_MS);
    last = drawn > last ? drawn : last + 1;
    return last;
  };
}

/** What every id of a payment that is made from this moment on is at least. Microseconds since 1970. */
export function leastIdFrom(us: number): number {
  return Math.max(0, Math.floor(us / 1000) - EPOCH_MS) * SLOTS_PER_MS;
}

/** The moment in which `transactionIds` drew an id, to the millisecond, microseconds since 1970. */
export function transactionIdTimeUs(id: number): number {
  return (Math.floor(id / SLOTS_PER_MS) + EPOCH_MS) * 1000;
}

/** The id of a path parameter, or undefined for what no payment can have. */
export function parseTransactionId(text: string): number | undefined {
  if (!TRANSACTION_ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
