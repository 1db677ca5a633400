import type { ErrorBody } from './api-error.ts';

/** What the simulated bank does with a card. */
export interface CardBehaviour {
  /** Requires 3-D Secure first. */
  readonly asks3ds?: true;
  /** Declined, after 3-D Secure where it is required. */
  readonly decline?: Pick<ErrorBody, 'code' | 'decline_code' | 'message'>;
}

const declined = (declineCode: string, message = 'Your card was declined.'): CardBehaviour => ({
  decline: { code: 'card_declined', decline_code: declineCode, message },
});

/** Stripe's published test cards. */
export const CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '378282246310005': {},
  '4000000000000259': {},
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': { decline: { code: 'expired_card', message: 'Your card has expired.' } },
  '4000000000000127': { decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." } },
  '4000000000000119': {
    decline: { code: 'processing_error', message: 'An error occurred while processing your card. Try again later.' },
  },
  '4000002500003155': { asks3ds: true },
  '4000002760003184': { asks3ds: true },
  '4000000000003220': { asks3ds: true },
  '4000008260003178': { asks3ds: true, ...declined('insufficient_funds', 'Your card has insufficient funds.') },
  '4000008400001629': { asks3ds: true, ...declined('generic_decline') },
};

export interface Card {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
}

/** The error in a card that is found before any bank sees it. */
export function cardError({ number, expMonth, expYear, cvc }: Card, now: Date): ErrorBody | undefined {
  const wrong = (code: string, message: string): ErrorBody => ({ type: 'card_error', code, message });
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return wrong('incorrect_number', 'Your card number is incorrect.');
  }
  if (!CARDS[number]) {
    return {
      ...wrong('card_declined', 'Your card was declined. It is real or unknown: only test cards work here.'),
      decline_code: 'test_mode_live_card',
    };
  }
  if (!(expMonth >= 1 && expMonth <= 12)) return wrong('invalid_expiry_month', 'The expiration month is invalid.');
  const monthsLeft = (expYear - now.getUTCFullYear()) * 12 + expMonth - 1 - now.getUTCMonth();
  if (!(monthsLeft >= 0 && monthsLeft < 600)) return wrong('invalid_expiry_year', 'The expiration year is invalid.');
  const digits = number.startsWith('3') ? 4 : 3;
  if (!/^\d+$/.test(cvc) || cvc.length !== digits) return wrong('invalid_cvc', 'The security code is invalid.');
  return undefined;
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighed = index % 2 === 0 ? digit : digit * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}
