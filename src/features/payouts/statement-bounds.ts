/** Far above a day of payments, and small enough to be read and stored at once. */
export const MAX_STATEMENT_BYTES = 4_000_000;
export const MAX_STATEMENT_LINES = 20_000;
