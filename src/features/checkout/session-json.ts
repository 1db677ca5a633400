import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { momentOf } from '../../core/timestamps.ts';
import { type CheckoutSession, sessionPath, sessionStatus } from './session.ts';

/** The public address of sessions, and the moment for which their status is computed. */
export interface SessionSetting {
  /** The public address of the gateway, without a trailing slash. */
  readonly publicUrl: string;
  /** Microseconds since 1970. */
  readonly nowUs: number;
}

/** The fields of checkout sessions at a moment. */
export const sessionFields = ({ publicUrl, nowUs }: SessionSetting) =>
  ({
    session_id: { text: 'id', isCopied: true },
    url: { text: ({ code }) => `${publicUrl}${sessionPath(code)}`, in: ['json', 'details'] },
    website_id: { text: 'websiteId' },
    key_id: { text: 'apiKeyId' },
    status: { text: (session) => sessionStatus(session, nowUs) },
    mode: { text: 'mode' },
    amount: { minor: 'amountMinor' },
    currency: { text: 'currency' },
    reference: { text: 'reference' },
    description: { text: 'description' },
    customer: {
      json: ({ customerName, customerEmail, customerPhone }) => ({
        name: customerName,
        email: customerEmail,
        phone: customerPhone,
      }),
    },
    customer_name: { text: 'customerName', in: ['csv', 'details'] },
    customer_email: { text: 'customerEmail', in: ['csv', 'details'] },
    customer_phone: { text: 'customerPhone', in: ['csv', 'details'] },
    methods: { list: 'methods', csv: 'payment_methods' },
    return_url: { text: 'returnUrl', in: ['json', 'details'] },
    cancel_url: { text: 'cancelUrl', in: ['json', 'details'] },
    payments_started: { count: 'attempts', in: ['csv', 'details'] },
    created_at: { time: 'createdAtUs' },
    expires_at: { time: 'expiresAtUs' },
    cancelled_at: { time: 'cancelledAtUs' },
    paid_at: { time: 'paidAtUs' },
    transaction_id: { text: ({ paidPaymentId }) => (paidPaymentId === null ? null : String(paidPaymentId)) },
    metadata: { raw: 'metadata', in: ['csv', 'details'] },
  }) as const satisfies Fields<CheckoutSession>;

/** A session as JSON for operators, with its payments if they were read. */
export function sessionJson(
  session: CheckoutSession,
  setting: SessionSetting,
  payments?: readonly Payment[],
): Record<string, unknown> {
  const json = fieldsJson<CheckoutSession>(sessionFields(setting), session);
  const metadata: unknown = session.metadata === null ? null : JSON.parse(session.metadata);
  return { ...json, ...(payments && { payments: payments.map(paymentOfSession) }), metadata };
}

/**
 * A session as JSON text for merchants, with its payments: the website is that of the key. Its metadata is returned
 * unchanged, which no object serializer can do.
 */
export function merchantSessionJson(
  session: CheckoutSession,
  payments: readonly Payment[],
  setting: SessionSetting,
): string {
  const { metadata: _metadata, website_id: _website, key_id: _key, ...json } = sessionJson(session, setting, payments);
  return `${JSON.stringify(json).slice(0, -1)},"metadata":${session.metadata}}`;
}

function paymentOfSession(payment: Payment) {
  return {
    transaction_id: String(payment.id),
    payment_method: payment.method,
    status: payment.status,
    amount: formatAmount(payment.amountMinor),
    currency: payment.currency,
    created_at: momentOf(payment.createdAtUs),
  };
}
