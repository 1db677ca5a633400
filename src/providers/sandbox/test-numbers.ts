import type { FailureReason } from '../../core/payment.ts';

export const TEST_PIN = '1234';
export const TEST_CODE = '123456';

/** The simulated wallet's behaviour once PIN and code are correct. */
type WalletBehaviour = 'pays' | 'pays_slowly' | FailureReason;

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

/** The simulated card network's behaviour for a card. */
export type CardBehaviour = 'pays' | 'asks_3d_secure' | 'pays_once' | FailureReason;

/** The documented test cards. Every other number is refused as unknown to the sandbox. */
export const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_balance',
  '4000000000000069': 'expired_card',
  '4000002760003184': 'asks_3d_secure',
  '4000000000000341': 'pays_once',
};

/** The tokens with which a test card is charged again: each determines the result. */
export const SANDBOX_CARD_TOKENS = { pays: 'tok_test_pays', declines: 'tok_test_declines' } as const;
