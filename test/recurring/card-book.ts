import type { Payment } from '../../src/domain/payment.ts';
import { type Outcome, type Provider, ProviderSilent, type Verification } from '../../src/providers/provider.ts';
import type { Mortal } from './mortal.ts';

const MINUTE_US = 60_000_000;
/** How long a charge is in the book before a search finds it. */
const SEARCH_LAG_US = 5 * MINUTE_US;
const LIFE_US = 30 * MINUTE_US;

/** A charge as the provider has it in its book. */
export interface BookedCharge {
  readonly paymentId: number;
  readonly period: number;
  readonly atUs: number;
  readonly outcome: 'paid' | 'declined';
}

/** A provider of cards with a book of its own, which is what counts: every charge that reached it is in there. */
export interface CardBook {
  readonly charges: BookedCharge[];
  /** Every question to charge a card, whether it arrived or not. */
  readonly asked: number[];
  /** What becomes of a charge; paid unless a test says otherwise. */
  decide: (payment: Payment) => 'paid' | 'declined';
  /** `lost_question`: it never arrives. `lost_answer`: it is charged, and the answer does not come. */
  fault: 'lost_question' | 'lost_answer' | null;
  /** Runs while a question is on its way to the provider. */
  onItsWay: () => Promise<void>;
  /** The provider as a process has it that may die at any moment. */
  provider(clock: () => number, mortal: Mortal): Provider;
}

export function cardBook(): CardBook {
  const charges: BookedCharge[] = [];
  const asked: number[] = [];
  const book: CardBook = {
    charges,
    asked,
    decide: () => 'paid',
    fault: null,
    onItsWay: async () => {},
    provider: (clock, mortal) => ({
      name: 'card book',
      open: ({ createdAtUs }) => ({
        providerData: null,
        expiresAtUs: createdAtUs + LIFE_US,
        nextCheckAtUs: createdAtUs + MINUTE_US,
        fields: { payment_url: 'https://cards.example/' },
      }),
      async verify(payment) {
        mortal.live();
        const found = charges.findLast(
          ({ paymentId, atUs }) => paymentId === payment.id && atUs + SEARCH_LAG_US <= clock(),
        );
        if (found) return said(payment, found.outcome, clock());
        const isOver = clock() >= payment.expiresAtUs;
        const outcome: Outcome = isOver ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };
        return { outcome, response: {}, nextCheckAtUs: clock() + MINUTE_US };
      },
      async chargeToken(payment, cardToken) {
        if (cardToken !== 'the-token') throw new Error(`charged with ${cardToken}`);
        mortal.point('before the charge');
        asked.push(payment.id);
        await book.onItsWay();
        if (book.fault === 'lost_question') throw new ProviderSilent('the question was lost');
        const outcome = book.decide(payment);
        charges.push({ paymentId: payment.id, period: payment.subscriptionPeriod ?? 0, atUs: clock(), outcome });
        if (book.fault === 'lost_answer') throw new ProviderSilent('the answer was lost');
        mortal.point('after the charge');
        return said(payment, outcome, clock());
      },
    }),
  };
  return book;
}

function said({ id, amountMinor, currency }: Payment, what: BookedCharge['outcome'], nowUs: number): Verification {
  const outcome: Outcome =
    what === 'paid'
      ? { status: 'completed', paid: { amountMinor, currency } }
      : { status: 'failed', failureReason: 'declined' };
  return { outcome, response: {}, nextCheckAtUs: nowUs + MINUTE_US, providerRef: `charge-${id}` };
}
