/** Longer than any amount that can be paid. */
const MAX_DIGITS = 13;

/**
 * An amount as people type it on a phone: `500`, `1,500`, `1 500,50`, `1.500 HTG`. A comma or point before the last one or two digits
 * starts the cents; before three digits it only groups, so `0.500` is invalid. Minor units; undefined for anything else.
 */
export function typedAmount(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const compact = text.replaceAll(/[\s\u00a0\u202f'’]/g, '').replace(/(?:HTG|USD|G|\$)$/i, '');
  const [, units = '', cents = ''] = /^([1-9]\d{0,2}(?:[.,]\d{3})+|0|[1-9]\d*)(?:[.,](\d{1,2}))?$/.exec(compact) ?? [];
  const digits = units.replaceAll(/[.,]/g, '');
  if (digits === '' || digits.length > MAX_DIGITS) return undefined;
  return Number(`${digits}${cents.padEnd(2, '0')}`);
}
