import { parseDecimal } from '../../core/money.ts';

/** `250`, `250.5`, `1,000.00`, with or without the currency: `1,000.00 HTG`. */
const WRITTEN = /^(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?(?: ?HTG)?$/i;

/**
 * An amount as NatCash writes it, a number or a text, as exact centimes. Undefined for anything else: a misread
 * `1.000,00` would turn a paid payment into an underpaid one.
 */
export function readAmountMinor(value: unknown): number | undefined {
  // A JSON number with two decimals prints as it was written, up to amounts that no payment has.
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = WRITTEN.exec(written);
  if (!match) return undefined;
  const amountMinor = parseDecimal(`${match[1]?.replaceAll(',', '')}${match[2] ?? ''}`, 2);
  return amountMinor === 'too_precise' ? undefined : amountMinor;
}
