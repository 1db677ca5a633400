import type { ConsoleRoute } from '../route.ts';
import { makePayment, NEW_PAYMENT_PLACE, showNewPayment } from './new-payment-page.ts';
import { addNote, finishTestPayment, resendWebhook, verifyPayment } from './payment-actions.ts';
import { showPayment } from './payment-page.ts';
import { PAYMENTS_PLACE, showPayments } from './payments-page.ts';

const PAYMENT = `${PAYMENTS_PLACE}/:id`;

/** Payments: the list, one payment's page, what may be done with it, and making test payments. */
export const PAYMENTS_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: PAYMENTS_PLACE, access: 'payments.read', handle: showPayments },
  // Before the one whose name stands for any id.
  { method: 'GET', path: NEW_PAYMENT_PLACE, access: 'payments.test', handle: (visit) => showNewPayment(visit) },
  { method: 'POST', path: NEW_PAYMENT_PLACE, access: 'payments.test', handle: makePayment },
  { method: 'GET', path: PAYMENT, access: 'payments.read', handle: (visit) => showPayment(visit) },
  { method: 'POST', path: `${PAYMENT}/verify`, access: 'payments.verify', handle: verifyPayment },
  { method: 'POST', path: `${PAYMENT}/resend`, access: 'deliveries.resend', handle: resendWebhook },
  { method: 'POST', path: `${PAYMENT}/note`, access: 'payments.note', handle: addNote },
  { method: 'POST', path: `${PAYMENT}/finish`, access: 'payments.test', handle: finishTestPayment },
];
