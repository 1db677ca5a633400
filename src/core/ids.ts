/** Transaction ids count from here, so that they stay below 2^53 (exact in every JSON reader) until 2052. */
const EPOCH_MS = Date.UTC(2024, 0, 1);
const SLOTS_PER_MS = 10_000;

const TRANSACTION_ID = /^[1-9]\d{14,15}$/;

/**
 * Generates transaction ids: 15 or 16 digits that grow with time. They start with the millisecond and end with a random
 * slot in it, so nodes need no coordination. If two nodes draw the same slot, the primary key rejects the second id,
 * and its node draws again. Ids of one generator strictly increase, whatever the clock does.
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

/** The lower bound of the ids of all payments created from this moment on. Microseconds since 1970. */
export function leastIdFrom(us: number): number {
  return Math.max(0, Math.floor(us / 1000) - EPOCH_MS) * SLOTS_PER_MS;
}

/** The millisecond in which `transactionIds` generated an id, in microseconds since 1970. */
export function transactionIdTimeUs(id: number): number {
  return (Math.floor(id / SLOTS_PER_MS) + EPOCH_MS) * 1000;
}

/** The id in a path parameter, or undefined for text that is no payment's id. */
export function parseTransactionId(text: string): number | undefined {
  if (!TRANSACTION_ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
