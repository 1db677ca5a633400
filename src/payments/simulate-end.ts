import type { Payment } from '../domain/payment.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { FinalOutcome, Settle, SettleDetails } from './settle-payment.ts';

/** `simulateEnd` with its parts wired in. */
export type SimulateEnd = (
  payment: Payment,
  outcome: FinalOutcome,
  details?: Pick<SettleDetails, 'also'>,
) => Promise<Payment | undefined>;

/**
 * Brings a test payment to an end as a test says, in place of its customer and with all that the provider gives with such an end.
 * Returns the payment as it is now; undefined when it was final already. Throws for a payment whose provider simulates nothing.
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
