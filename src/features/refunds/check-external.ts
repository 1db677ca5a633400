import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable } from '../../providers/provider.ts';
import { isOwnCharge } from '../payments/apply-verification.ts';
import { recordShown } from '../payments/record-shown.ts';
import { recordReturns } from './record-returns.ts';
import type { RefundDeps } from './refund-deps.ts';
import { isOwnReturn } from './store/own-returns.ts';

/**
 * Queries the provider for the outcome of pending refunds from its portal. A provider that does not respond, or that reports another charge than the
 * one that completed the payment, proves nothing.
 */
export async function checkExternal({ db, clock, providerFor }: RefundDeps, payment: Payment, log: Log): Promise<void> {
  try {
    const verification = await providerFor(payment.mode, payment.method)?.verify(payment, log);
    if (!verification || !isOwnCharge(payment, verification)) return;
    const { outcome } = verification;
    if (outcome.status !== 'completed') return;
    await recordShown(
      { db, clock, isOwnReturn: (of, item) => isOwnReturn(db, of, item), recordReturns },
      payment,
      outcome,
      log,
    );
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn(
      { transaction_id: String(payment.id), reason: error.message },
      'a refund from the portal was not looked up',
    );
  }
}
