import type { Payment } from '../../src/core/payment.ts';
import type { ShownReturns } from '../../src/features/payments/record-shown.ts';
import type { ReportedDispute } from '../../src/providers/provider.ts';

/** What Stripe shows of a payment with this dispute: the dispute, and until it is won, the money that is held or lost. */
export function shownDispute({ method, id: paymentId }: Payment, dispute: ReportedDispute): ShownReturns {
  const { state, providerRef, money: reported } = dispute;
  const [kind, word] =
    state === 'lost' ? (['returned_after_completion', 'dispute_lost'] as const) : (['disputed', 'disputed'] as const);
  const report = { kind, method, paymentId, providerRef, reported, word };
  return { reports: state === 'won' ? [] : [report], disputes: [dispute], undone: [], listed: undefined };
}
