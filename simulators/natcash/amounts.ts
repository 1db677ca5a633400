import type { NatcashFaults } from './faults.ts';

/** A JSON number of gourdes as centimes; undefined when it has more than two decimals or is not above zero. */
export function readGourdes(value: unknown): number | undefined {
  const match = typeof value === 'number' ? /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(value)) : null;
  const centimes = match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : 0;
  return centimes > 0 ? centimes : undefined;
}

/** `1234.50` */
export function gourdes(centimes: number): string {
  const digits = String(centimes).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `1,234.50 HTG` */
export function gourdesInWords(centimes: number): string {
  const [whole = '', fraction] = gourdes(centimes).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction} HTG`;
}

/** The text of an amount within a signature: `250`, `250.0` or `250.00`. */
export function signedText(centimes: number, style: NatcashFaults['signedAmount']): string {
  if (style === 'two_decimals') return gourdes(centimes);
  const shortest = String(Number(gourdes(centimes)));
  return style === 'one_decimal' && !shortest.includes('.') ? `${shortest}.0` : shortest;
}
