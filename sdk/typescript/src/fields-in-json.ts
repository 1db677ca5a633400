import { toMinor } from './amounts.ts';

/** The fields of a request as JSON. The amount becomes a number with exactly its digits. */
export function fieldsInJson<Fields extends { amount: string | number }>({ amount, ...others }: Fields): string {
  toMinor(amount);
  // JSON allows no leading zeros.
  const digits = String(amount).replace(/^0+(?=\d)/, '');
  return JSON.stringify(others).replace(
    '{',
    Object.keys(others).length > 0 ? `{"amount":${digits},` : `{"amount":${digits}`,
  );
}
