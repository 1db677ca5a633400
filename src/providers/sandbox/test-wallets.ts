import type { FailureReason } from '../../core/payment.ts';

export const TEST_PIN = '1234';
export const TEST_CODE = '123456';

/** The simulated wallet's behaviour once PIN and code are correct. */
export type WalletBehaviour = 'pays' | 'pays_slowly' | FailureReason;

/** The documented test numbers. Every other number has no wallet. */
export const TEST_WALLETS: Readonly<Record<string, WalletBehaviour>> = {
  '37000001': 'pays',
  '37000002': 'insufficient_balance',
  '37000003': 'declined',
  '37000004': 'cancelled',
  '37000005': 'pays_slowly',
};

/** A Haitian number as people write it, with or without 509, as its eight digits; undefined when it is not one. */
export function normalizePhone(text: string): string | undefined {
  const digits = text.replace(/[\s.()+-]/g, '').replace(/^00/, '');
  const national = /^509\d{8}$/.test(digits) ? digits.slice(3) : digits;
  return /^\d{8}$/.test(national) ? national : undefined;
}
