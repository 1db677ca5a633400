import type { Payment } from '../../core/payment.ts';
import type { Refund } from '../../core/refund.ts';
import type { RefundCalls } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';

/** The calls that refund a payment; undefined when a person has to pay its refunds. */
export function refundCallsOf(providerFor: ProviderRegistry, payment: Payment): RefundCalls | undefined {
  return providerFor(payment.mode, payment.method)?.refunds?.(payment);
}

/** What an approval changes: the refund is sent by a worker, or waits for a person to pay it. */
export function approvalOf(
  providerFor: ProviderRegistry,
  payment: Payment,
  { approvedBy, nowUs }: { approvedBy: string; nowUs: number },
): Pick<Refund, 'approvedBy' | 'nextStepAtUs' | 'word'> & { readonly status: 'approved' | 'manual' } {
  if (refundCallsOf(providerFor, payment)) return { status: 'approved', approvedBy, nextStepAtUs: nowUs, word: null };
  const word = payment.providerRef === null ? "the provider's number of the payment is not known" : null;
  return { status: 'manual', approvedBy, nextStepAtUs: null, word };
}
