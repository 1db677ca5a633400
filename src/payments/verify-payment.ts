import type { Payment } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';
import { findPayment } from '../storage/payments.ts';
import type { Settle } from './settle-payment.ts';

export interface VerifiedPayment {
  readonly payment: Payment;
  readonly verifiedAtUs: number;
  readonly providerResponse: Readonly<Record<string, unknown>>;
}

/**
 * Asks the provider what a payment has come to, and moves it there. A payment that is final already stays as it is,
 * whatever the provider says. Throws, with nothing changed, when the provider gives no answer. SPEC: verify.
 */
export async function verifyPayment(
  { db, clock, providerFor, settle }: { db: Database; clock: Clock; providerFor: ProviderRegistry; settle: Settle },
  payment: Payment,
): Promise<VerifiedPayment> {
  const provider = providerFor(payment.mode, payment.method);
  if (!provider) throw new Error(`no provider serves ${payment.method} in ${payment.mode} mode`);
  const { outcome, response } = await provider.verify(payment);
  const settled = outcome.status === 'open' ? undefined : await settle(payment, outcome);
  const current = settled ?? (await findPayment(db, payment.id)) ?? payment;
  return { payment: current, verifiedAtUs: clock(), providerResponse: response };
}
