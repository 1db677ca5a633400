import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { momentOf } from '../../core/timestamps.ts';
import { type CheckoutSession, sessionPath, sessionStatus } from './session.ts';

/**
 * A session as JSON text for merchants, with its payments. Its metadata is returned unchanged, which no object serializer
 * can do.
 */
export function sessionJson(
  session: CheckoutSession,
  payments: readonly Payment[],
  { publicUrl, nowUs }: { publicUrl: string; nowUs: number },
): string {
  const json = JSON.stringify({
    session_id: session.id,
    url: `${publicUrl}${sessionPath(session.code)}`,
    status: sessionStatus(session, nowUs),
    mode: session.mode,
    amount: formatAmount(session.amountMinor),
    currency: session.currency,
    reference: session.reference,
    description: session.description,
    customer: { name: session.customerName, email: session.customerEmail, phone: session.customerPhone },
    methods: session.methods,
    return_url: session.returnUrl,
    cancel_url: session.cancelUrl,
    created_at: momentOf(session.createdAtUs),
    expires_at: momentOf(session.expiresAtUs),
    cancelled_at: momentOf(session.cancelledAtUs),
    paid_at: momentOf(session.paidAtUs),
    transaction_id: session.paidPaymentId === null ? null : String(session.paidPaymentId),
    payments: payments.map((payment) => ({
      transaction_id: String(payment.id),
      payment_method: payment.method,
      status: payment.status,
      amount: formatAmount(payment.amountMinor),
      currency: payment.currency,
      created_at: momentOf(payment.createdAtUs),
    })),
  });
  return `${json.slice(0, -1)},"metadata":${session.metadata}}`;
}
