import type { ConsoleRoute } from '../route.ts';
import { showCustomer } from './customer-page.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';
import { makePayment, NEW_PAYMENT_PLACE, showNewPayment } from './new-payment-page.ts';
import {
  addNote,
  finishTestPayment,
  mailReceipt,
  openPage,
  refuseFinish,
  refuseNote,
  refuseReceipt,
  resendWebhook,
  verifyPayment,
} from './payment-actions.ts';
import { showPayment } from './payment-page.ts';
import { showPayments } from './payments-page.ts';

const PAYMENT = `${PAYMENTS_PLACE}/:id`;

/** Payments: the list, a payment's page, its actions, and test payments. */
export const PAYMENTS_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: PAYMENTS_PLACE, access: 'payments.read', handle: showPayments },
  // Before the route with `:id`, which would match it.
  { method: 'GET', path: NEW_PAYMENT_PLACE, access: 'payments.test', handle: showNewPayment },
  {
    method: 'POST',
    path: NEW_PAYMENT_PLACE,
    access: 'payments.test',
    sends: {
      key_id: 'one',
      amount: 'one',
      currency: 'one',
      payment_method: 'one',
      customer_name: 'one',
      customer_email: 'one',
      customer_phone: 'one',
      reference: 'one',
      description: 'one',
    },
    handle: makePayment,
    refused: (context, { field, refusal }) => showNewPayment(context, { [field]: refusal }, 422),
  },
  { method: 'GET', path: PAYMENT, access: 'payments.read', handle: showPayment },
  { method: 'GET', path: `${PAYMENT}/page`, access: 'payments.read', handle: openPage },
  { method: 'GET', path: `${PAYMENT}/customer`, access: 'payments.read', handle: showCustomer },
  { method: 'POST', path: `${PAYMENT}/verify`, access: 'payments.verify', sends: {}, handle: verifyPayment },
  { method: 'POST', path: `${PAYMENT}/resend`, access: 'deliveries.resend', sends: {}, handle: resendWebhook },
  {
    method: 'POST',
    path: `${PAYMENT}/note`,
    access: 'payments.note',
    sends: { note: 'one' },
    handle: addNote,
    refused: refuseNote,
  },
  {
    method: 'POST',
    path: `${PAYMENT}/receipt`,
    access: 'payments.receipt',
    sends: { email: 'one' },
    handle: mailReceipt,
    refused: refuseReceipt,
  },
  {
    method: 'POST',
    path: `${PAYMENT}/finish`,
    access: 'payments.test',
    sends: { outcome: 'one' },
    handle: finishTestPayment,
    refused: refuseFinish,
  },
];
