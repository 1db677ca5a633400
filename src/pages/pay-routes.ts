import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../core/ids.ts';
import type { Payment } from '../core/payment.ts';
import { countVisit } from '../http/count-request.ts';
import { logOf } from '../http/log-of.ts';
import { seeOther } from '../http/see-other.ts';
import { isPaymentTag } from '../providers/payment-page.ts';
import { isClosedTo, sendClosed } from './closed-website.ts';
import { currentPayment } from './current-payment.ts';
import { showLivePayment } from './live-payment.ts';
import { languageOf, sendNotFound, sendUnknownPayment } from './messages.ts';
import { pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { isPaidHere, showPayment, submitPayment } from './payment-form.ts';

const ADDRESS = '/:transaction_id/:tag';

interface Address {
  Params: { transaction_id: string; tag: string };
}

/** A payment's page: the form, the link to its provider's page, or the result. */
export function payRoutes(app: FastifyInstance, deps: PagesDeps): void {
  app.get<Address>(ADDRESS, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    if (typeof payment === 'number') return sendUnknownPayment(exchange, payment);
    if (!payment) return sendNotFound(exchange);
    if (!isPaidHere(deps, payment)) return showLivePayment(deps, payment, exchange);
    if (await isClosedTo(deps, payment)) return sendClosed(deps, exchange, payment);
    return showPayment(deps, payment, exchange);
  });

  app.post<Address>(ADDRESS, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    if (typeof payment === 'number') return sendUnknownPayment(exchange, payment);
    if (!payment) return sendNotFound(exchange);
    // A page that leads to a provider has no form fields, so nothing can be submitted from it.
    if (!isPaidHere(deps, payment)) return seeOther(reply, pageHref(languageOf(request), ''));
    if (await isClosedTo(deps, payment)) return sendClosed(deps, exchange, payment);
    return seeOther(reply, await submitPayment(deps, payment, exchange));
  });
}

/**
 * The payment of an address; only its id if this gateway signed the address and the payment is not in the store. A payment by `card` is not
 * found: it is paid in the widget.
 */
async function payableAt(deps: PagesDeps, request: FastifyRequest<Address>): Promise<Payment | number | undefined> {
  const { transaction_id: transactionId, tag } = request.params;
  const id = parseTransactionId(transactionId);
  if (id === undefined || !isPaymentTag(deps.box, id, tag)) return undefined;
  await countVisit(deps.visits, id);
  const payment = await currentPayment(deps, id, logOf(request));
  if (!payment) return id;
  return payment.method === 'card' ? undefined : payment;
}
