import type { FailureReason } from '../../core/payment.ts';

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
