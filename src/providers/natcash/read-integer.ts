/** A code that arrives as a number here and as a text there; undefined for what is no whole number. */
export function readInteger(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
