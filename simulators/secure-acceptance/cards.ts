/** A card's outcome, whatever the amount: the real sandbox decides by amounts, and differently for each processor. */
export interface CardOutcome {
  readonly decision: 'ACCEPT' | 'DECLINE' | 'REVIEW';
  readonly reasonCode: string;
  readonly message: string;
  /** In plain words, for the person who chooses a card. */
  readonly does: string;
}

const PAYS: CardOutcome = {
  decision: 'ACCEPT',
  reasonCode: '100',
  message: 'Request was processed successfully.',
  does: 'pays',
};

/** The sandbox's own numbers are approved. The other numbers exist only in this simulator. */
export const CARDS: Readonly<Record<string, CardOutcome>> = {
  '4111111111111111': PAYS,
  '5555555555554444': PAYS,
  '2222420000001113': PAYS,
  '378282246310005': PAYS,
  '6011111111111117': PAYS,
  '3566111111111113': PAYS,
  '4000000000000002': {
    decision: 'DECLINE',
    reasonCode: '203',
    message: 'Decline - General decline of the card.',
    does: 'declined',
  },
  '4000000000009995': {
    decision: 'DECLINE',
    reasonCode: '204',
    message: 'Decline - Insufficient funds.',
    does: 'too little money on it',
  },
  '4000000000000069': { decision: 'DECLINE', reasonCode: '202', message: 'Decline - Expired card.', does: 'expired' },
  '4000000000004806': {
    decision: 'REVIEW',
    reasonCode: '480',
    message: 'Marked for review by Decision Manager.',
    does: 'waits for a review',
  },
  '4000000000001109': {
    decision: 'ACCEPT',
    reasonCode: '110',
    message: 'Only a partial amount was approved.',
    does: 'half of the amount only',
  },
};

/** The card numbers by their effect, for tests. */
export const TEST_CARDS = {
  pays: '4111111111111111',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
  review: '4000000000004806',
  partial: '4000000000001109',
} as const;

/** Cards of the sandbox that are not listed are declined as numbers that do not exist. */
export function outcomeOfCard(number: string): CardOutcome {
  return (
    CARDS[number] ?? {
      decision: 'DECLINE',
      reasonCode: '231',
      message: 'Decline - Invalid account number.',
      does: 'no such card',
    }
  );
}

/** The page's own check of a number before it is sent anywhere. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** CyberSource's code of a card's brand. */
export function cardType(number: string): string {
  if (/^3[47]/.test(number)) return '003';
  if (/^4/.test(number)) return '001';
  if (/^(5[1-5]|2[2-7])/.test(number)) return '002';
  return /^6/.test(number) ? '004' : '007';
}
