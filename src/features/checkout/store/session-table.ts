import { bigint, list, tableOf, text } from '../../../database/table.ts';
import type { CheckoutSession } from '../session.ts';

/** How a checkout session is stored. */
export const SESSIONS = tableOf<CheckoutSession>('checkout_sessions', {
  id: text('id'),
  code: text('code'),
  websiteId: text('website_id'),
  apiKeyId: text('api_key_id'),
  mode: text('mode'),
  amountMinor: bigint('amount_minor'),
  currency: text('currency'),
  reference: text('reference'),
  description: text('description'),
  metadata: text('metadata'),
  customerName: text('customer_name'),
  customerEmail: text('customer_email'),
  customerPhone: text('customer_phone'),
  returnUrl: text('return_url'),
  cancelUrl: text('cancel_url'),
  methods: list('methods'),
  createdAtUs: bigint('created_at_us'),
  expiresAtUs: bigint('expires_at_us'),
  cancelledAtUs: bigint('cancelled_at_us'),
  attempts: bigint('attempts'),
  openPayments: bigint('open_payments'),
  paidPaymentId: bigint('paid_payment_id'),
  paidAtUs: bigint('paid_at_us'),
});
