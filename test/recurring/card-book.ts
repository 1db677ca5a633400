import type { Decline } from '../../src/core/decline.ts';
import type { Payment } from '../../src/core/payment.ts';
import { parseChargeReference, providerReference } from '../../src/core/recurring.ts';
import {
  type Outcome,
  type Provider,
  ProviderUnavailable,
  type Returns,
  type Verification,
} from '../../src/providers/provider.ts';
import type { CrashPoints } from './crash-points.ts';

const MINUTE_US = 60_000_000;
/** How long after a charge a search finds it. */
const SEARCH_LAG_US = 5 * MINUTE_US;
const LIFE_US = 30 * MINUTE_US;

/** A charge in the provider's records. */
interface BookedCharge {
  /** The charge's name: Peye's reference for it. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly paymentId: number;
  readonly period: number;
  readonly atUs: number;
  readonly outcome: 'paid' | 'declined' | 'review';
  /** How much of a paid charge went back to the customer in the provider's portal. */
  readonly returnedMinor?: number;
}

/** A card provider with its own records. They are what tests compare with: every charge that reached the provider is in them. */
export interface CardBook {
  readonly charges: BookedCharge[];
  /** The payment of every request to charge a card, whether it arrived or not. */
  readonly asked: number[];
  /** The outcome of a charge; paid unless a test says otherwise. */
  decide: (payment: Payment) => BookedCharge['outcome'];
  /** Why charges are declined; undefined when the provider does not say. */
  decline: Decline | undefined;
  /** Whether searches respond. */
  isSearchable: boolean;
  /** `lost_request`: the request never arrives. `lost_response`: the card is charged, and the response never arrives. */
  fault: 'lost_request' | 'lost_response' | null;
  /** Runs while a request is on its way to the provider. */
  onItsWay: () => Promise<void>;
  /** Adds a charge to the records, whichever process requested it. */
  charge(payment: Payment, outcome: BookedCharge['outcome'], atUs: number): BookedCharge;
  /** The provider for a process that may crash at any of its crash points. */
  provider(clock: () => number, mortal: CrashPoints): Provider;
}

export function cardBook(): CardBook {
  const charges: BookedCharge[] = [];
  const asked: number[] = [];
  const search = (payment: Payment, nowUs: number) =>
    charges.findLast(
      ({ reference, atUs }) => reference === providerReference(payment) && atUs + SEARCH_LAG_US <= nowUs,
    );
  const book: CardBook = {
    charges,
    asked,
    decide: () => 'paid',
    decline: undefined,
    isSearchable: true,
    fault: null,
    onItsWay: async () => {},
    charge(payment, outcome, atUs) {
      const { id: paymentId, subscriptionPeriod, amountMinor } = payment;
      const charge: BookedCharge = {
        reference: providerReference(payment),
        amountMinor,
        paymentId,
        period: subscriptionPeriod ?? 0,
        atUs,
        outcome,
      };
      charges.push(charge);
      return charge;
    },
    provider: (clock, mortal) => ({
      name: 'card book',
      open: ({ createdAtUs }, { dueAtUs }) => ({
        // A charge may be older than its payment, so the payment stores when its period was due, and searches start from that time.
        providerData: dueAtUs === undefined ? null : JSON.stringify({ dueAtUs }),
        expiresAtUs: createdAtUs + LIFE_US,
        nextCheckAtUs: createdAtUs + MINUTE_US,
        fields: { payment_url: 'https://cards.example/' },
      }),
      async verify(payment) {
        mortal.live();
        const found = search(payment, clock());
        if (found) return reported(payment, found, clock(), book.decline);
        const isOver = clock() >= payment.expiresAtUs;
        const outcome: Outcome = isOver ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };
        return { outcome, response: {}, nextCheckAtUs: clock() + MINUTE_US };
      },
      async chargeToken(payment, cardToken) {
        if (cardToken !== 'the-token') throw new Error(`charged with ${cardToken}`);
        mortal.point('before the charge');
        asked.push(payment.id);
        await book.onItsWay();
        if (book.fault === 'lost_request') throw new ProviderUnavailable('the request was lost');
        const outcome = book.decide(payment);
        const charge = book.charge(payment, outcome, clock());
        if (book.fault === 'lost_response') throw new ProviderUnavailable('the response was lost');
        mortal.point('after the charge');
        return reported(payment, charge, clock(), book.decline);
      },
      searchLagUs: SEARCH_LAG_US,
      async findCharge(payment) {
        mortal.live();
        if (!book.isSearchable) throw new ProviderUnavailable('no search today');
        const found = search(payment, clock());
        return found && reported(payment, found, clock(), book.decline);
      },
      async *list({ fromUs, toUs }) {
        if (!book.isSearchable) throw new ProviderUnavailable('no list today');
        for (const charge of charges) {
          const { reference, paymentId, atUs, amountMinor, outcome } = charge;
          if (outcome !== 'paid' || atUs < fromUs || atUs >= toUs || atUs + SEARCH_LAG_US > clock()) continue;
          const paid = { amountMinor, currency: 'HTG' as const };
          const chargeName = parseChargeReference(reference);
          yield {
            providerRef: `charge-${paymentId}`,
            paid,
            atUs,
            chargeName,
            paymentId: undefined,
            readReturns: async () => returnsOf(charge, 'HTG'),
          };
        }
      },
    }),
  };
  return book;
}

function reported(
  { currency }: Payment,
  charge: BookedCharge,
  nowUs: number,
  decline: Decline | undefined,
): Verification {
  const { outcome: what, amountMinor, paymentId } = charge;
  const outcomes: Record<BookedCharge['outcome'], Outcome> = {
    paid: { status: 'completed', paid: { amountMinor, currency }, returns: returnsOf(charge, currency) },
    declined: { status: 'failed', failureReason: 'declined', decline },
    review: { status: 'open' },
  };
  const rest = { response: {}, nextCheckAtUs: nowUs + MINUTE_US, providerRef: `charge-${paymentId}` };
  return { outcome: outcomes[what], ...rest };
}

function returnsOf(
  { amountMinor, paymentId, returnedMinor = 0 }: BookedCharge,
  currency: Payment['currency'],
): Returns | undefined {
  if (returnedMinor === 0) return undefined;
  const money = { amountMinor: returnedMinor, currency };
  const item = { providerRef: `refund-${paymentId}`, money, how: 'refunded' as const };
  return { left: { amountMinor: amountMinor - returnedMinor, currency }, items: [item] };
}
