import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../../core/ids.ts';
import { linkPath } from '../../features/links/payment-link.ts';
import { findLinkCodeOfPayment } from '../../features/links/store/link-payments.ts';
import { findPayment } from '../../features/payments/store/find-payment.ts';
import { countVisit } from '../../http/count-request.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { noteOnRequest } from '../../http/note-on-request.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { pathOf } from '../../platform/network/web-url.ts';
import { isPaymentTag } from '../../providers/payment-page.ts';
import { isLanguageSwitch } from '../page-href.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { languageOf } from '../send-page.ts';
import { exchangeOf, offerOf } from './find-link.ts';
import { thanksContent } from './link-end.ts';
import { proposedAmount } from './link-view.ts';
import { payLink, typedIn } from './pay-link.ts';
import { pageOf, send, sendEnd, sendForm } from './send-link.ts';
import { formIdOf, type LinkAddress, type LinkExchange, type ThanksAddress } from './started-payment.ts';

/**
 * Shows a link: the form, or why it cannot be paid. Writes nothing. It redirects to the canonical spelling of the code, because the cookie
 * that finds a payment again is sent only there.
 */
export async function showLink(
  deps: PagesDeps,
  request: FastifyRequest<LinkAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = await exchangeOf(deps, request, reply);
  if (!exchange) return sendEnd(deps, { request, reply }, 'unknown');
  const { code } = exchange.link;
  if (request.params.code !== code) {
    return seeOther(reply, `${pathOf(deps.publicUrl)}${linkPath(code)}?lang=${languageOf(request)}`);
  }
  const offer = await offerOf(deps, exchange);
  if (typeof offer === 'string') return sendEnd(deps, exchange, offer);
  const language = languageOf(request);
  const typed = {
    amount: proposedAmount(exchange.link, language),
    quantity: '1',
    method: '',
    name: '',
    phone: '',
    email: '',
  };
  return sendForm(deps, exchange, offer, { typed, errors: {} });
}

/** Creates the payment that a form requests, and redirects to its page. Errors are shown in the form, with everything that was typed. */
export async function submitLink(
  deps: PagesDeps,
  request: FastifyRequest<LinkAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = await exchangeOf(deps, request, reply);
  if (!exchange) return sendEnd(deps, { request, reply }, 'unknown');
  if (isLanguageSwitch(request)) return sendTyped(deps, exchange);
  const submitted = await payLink(deps, exchange, () => offerOf(deps, exchange));
  if ('payment' in submitted) {
    noteOnRequest(request, { paymentId: submitted.payment.id });
    return seeOther(reply, pageOf(deps, submitted.payment, languageOf(request)));
  }
  if ('end' in submitted) return sendEnd(deps, exchange, submitted.end);
  return sendForm(deps, { ...exchange, link: submitted.link ?? exchange.link }, submitted.methods, submitted);
}

/** Shows the form in another language, with everything that was typed. It creates nothing, so it counts as a visit only. */
async function sendTyped(deps: PagesDeps, exchange: LinkExchange): Promise<FastifyReply> {
  const { request, link } = exchange;
  const offer = await offerOf(deps, exchange);
  if (typeof offer === 'string') return sendEnd(deps, exchange, offer);
  const token = formField(request, 'form');
  const isOwn = formIdOf(deps.box, link.id, token) !== undefined;
  return sendForm(deps, exchange, offer, { typed: typedIn(request), errors: {}, token: isOwn ? token : undefined });
}

/** Shows the seller's message to a customer who has paid. Anyone with the address of the payment's page may open it. */
export async function showThanks(
  deps: PagesDeps,
  request: FastifyRequest<ThanksAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { transaction_id: transactionId, tag } = request.params;
  const id = parseTransactionId(transactionId);
  const exchange = await exchangeOf(deps, request, reply);
  if (!exchange || id === undefined || !isPaymentTag(deps.box, id, tag))
    return sendEnd(deps, { request, reply }, 'unknown');
  await countVisit(deps.visits, id);
  const payment = await findPayment(deps.db, id);
  const { link } = exchange;
  if (!payment || (await findLinkCodeOfPayment(deps.db, id)) !== link.code) return sendEnd(deps, exchange, 'unknown');
  const language = languageOf(request);
  const href = pageOf(deps, payment, language);
  if (payment.status !== 'completed') return seeOther(reply, href);
  const content = thanksContent({ link, payment }, language, href);
  return send(deps, exchange, { content, title: TEXTS[language].link.thanks, state: 'thanks' });
}
