import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../domain/ids.ts';
import type { Payment } from '../domain/payment.ts';
import { paymentTag } from '../providers/sandbox/sandbox.ts';
import { currentPayment } from './current-payment.ts';
import { seeOther } from './headers.ts';
import { sendNotFound } from './messages.ts';
import type { PagesDeps } from './pages-deps.ts';
import { showPayment, submitPayment } from './payment-form.ts';
import { isSameText } from './same-text.ts';

const ADDRESS = '/:transaction_id/:tag';
const HIDDEN = { schema: { hide: true } };

interface Address {
  Params: { transaction_id: string; tag: string };
}

/** The hosted page of a test payment: `payment_url`. CONTRACT: Sandbox. */
export function payRoutes(app: FastifyInstance, deps: PagesDeps): void {
  app.get<Address>(ADDRESS, HIDDEN, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    return payment ? showPayment(deps, payment, exchange) : sendNotFound(exchange);
  });

  app.post<Address>(ADDRESS, HIDDEN, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    if (!payment) return sendNotFound(exchange);
    return seeOther(reply, await submitPayment(deps, payment, exchange));
  });
}

/** The payment behind a link. Of method `card` there is none: it is paid in the widget. */
async function payableAt(deps: PagesDeps, { params }: FastifyRequest<Address>): Promise<Payment | undefined> {
  const id = parseTransactionId(params.transaction_id);
  if (id === undefined || !isSameText(paymentTag(deps.box, id), params.tag)) return undefined;
  const payment = await currentPayment(deps, id);
  return payment?.method === 'card' ? undefined : payment;
}
