import type { FailureReason } from '../../domain/payment.ts';

/** What the simulated card network does with a card. */
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

/** What lets a test card be charged again: its token says what follows from that. */
export const SANDBOX_CARD_TOKENS = { pays: 'tok_test_pays', declines: 'tok_test_declines' } as const;
