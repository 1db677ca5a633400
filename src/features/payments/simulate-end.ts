import type { Payment } from '../../core/payment.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { FinalOutcome, Settle, SettleDetails } from './settle-payment.ts';

/** `simulateEnd` with its dependencies bound. */
export type SimulateEnd = (
  payment: Payment,
  outcome: FinalOutcome,
  details?: Pick<SettleDetails, 'also'>,
) => Promise<Payment | undefined>;

/**
 * Settles a test payment with the outcome that a test chooses, in place of its customer, and with everything that the
 * provider returns with that outcome. Returns the updated payment; undefined when it was already final. Throws for a
 * payment whose provider simulates nothing.
 */
export async function simulateEnd(
  { providerFor, settle }: { readonly providerFor: ProviderRegistry; readonly settle: Settle },
  payment: Payment,
  outcome: FinalOutcome,
  { also }: Pick<SettleDetails, 'also'> = {},
): Promise<Payment | undefined> {
  const end = providerFor(payment.mode, payment.method)?.simulate?.(payment, outcome);
  if (!end) throw new Error(`payment ${payment.id} is served by a provider that moves money`);
  return settle(payment, outcome, { cardToken: end.cardToken, also });
}
