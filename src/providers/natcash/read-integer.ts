/** A code that some responses have as a number and others as a text; undefined if it is not a whole number. */
export function readInteger(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
