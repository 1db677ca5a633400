import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../domain/ids.ts';
import type { Payment } from '../domain/payment.ts';
import { countVisit } from '../http/count-request.ts';
import { seeOther } from '../http/see-other.ts';
import type { Log } from '../lib/log.ts';
import { isPaymentTag } from '../providers/payment-page.ts';
import { isClosedTo, sendClosed } from './closed-website.ts';
import { currentPayment } from './current-payment.ts';
import { showLivePayment } from './live-payment.ts';
import { languageOf, sendNotFound } from './messages.ts';
import { pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { showPayment, submitPayment } from './payment-form.ts';

const ADDRESS = '/:transaction_id/:tag';

interface Address {
  Params: { transaction_id: string; tag: string };
}

/** A payment's page: `payment_url` of a test payment, and where a live one leads to its provider or shows its result. */
export function payRoutes(app: FastifyInstance, deps: PagesDeps): void {
  app.get<Address>(ADDRESS, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    if (!payment) return sendNotFound(exchange);
    if (payment.mode === 'live') return showLivePayment(deps, payment, exchange);
    if (await isClosedTo(deps.db, payment)) return sendClosed(exchange, payment);
    return showPayment(deps, payment, exchange);
  });

  app.post<Address>(ADDRESS, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    if (!payment) return sendNotFound(exchange);
    // Nothing is typed into a live page, so nothing can be sent from it.
    if (payment.mode === 'live') return seeOther(reply, pageHref(languageOf(request), ''));
    if (await isClosedTo(deps.db, payment)) return sendClosed(exchange, payment);
    return seeOther(reply, await submitPayment(deps, payment, exchange));
  });
}

/** The payment behind a link. Of method `card` there is none: it is paid in the widget. */
async function payableAt(deps: PagesDeps, { params, log }: FastifyRequest<Address>): Promise<Payment | undefined> {
  const id = parseTransactionId(params.transaction_id);
  if (id === undefined || !isPaymentTag(deps.box, id, params.tag)) return undefined;
  await countVisit(deps.visits, id);
  const payment = await currentPayment(deps, id, log as Log);
  return payment?.method === 'card' ? undefined : payment;
}
