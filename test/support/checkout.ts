import type { CheckoutSession } from '../../src/features/checkout/session.ts';
import { newId, randomBase62 } from '../../src/platform/secrets/secrets.ts';

type Given = Pick<CheckoutSession, 'websiteId' | 'apiKeyId' | 'mode' | 'createdAtUs'>;

/** A checkout session that no customer has used, and that is open for a day. */
export function testSession(given: Given & Partial<CheckoutSession>): CheckoutSession {
  return {
    id: newId('cos'),
    code: randomBase62(22),
    amountMinor: 50_000,
    currency: 'HTG',
    reference: null,
    description: null,
    metadata: null,
    customerName: null,
    customerEmail: null,
    customerPhone: null,
    returnUrl: null,
    cancelUrl: null,
    methods: ['moncash', 'natcash'],
    expiresAtUs: given.createdAtUs + 86_400_000_000,
    cancelledAtUs: null,
    attempts: 0,
    openPayments: 0,
    paidPaymentId: null,
    paidAtUs: null,
    ...given,
  };
}
