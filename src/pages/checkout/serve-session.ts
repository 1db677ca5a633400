import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import { type CheckoutSession, MAX_ATTEMPTS, sessionStatus } from '../../features/checkout/session.ts';
import { findSessionByCode, listPaymentsOfSession } from '../../features/checkout/store/sessions.ts';
import { findWebsite, type Website } from '../../features/websites/store/websites.ts';
import { countRequest } from '../../http/count-request.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { logOf, noteOnRequest } from '../../http/note-on-request.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { queryProvider } from '../current-payment.ts';
import { layout } from '../layout.ts';
import { formTargets, pageOf } from '../links/send-link.ts';
import { merchantOf } from '../merchant.ts';
import { languageOf, sendNotFound } from '../messages.ts';
import { pageHref } from '../page-href.ts';
import type { SessionEnd } from '../page-state.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { sendPage } from '../send-page.ts';
import { returnLink } from '../views/way-back.ts';
import { choiceForm, type SessionView, sessionEnd, type TypedChoice } from './session-view.ts';

/** 22 base-62 characters. */
const CODE = /^[0-9A-Za-z]{22}$/;

export interface SessionAddress {
  Params: { code: string };
}

/** A request for an existing session. */
interface SessionExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: CheckoutSession;
  readonly website: Website;
}

/** Shows a session: the order and its methods, or why it cannot be paid. Writes nothing. Contract: CHECKOUT-3. */
export async function showSession(
  deps: PagesDeps,
  request: FastifyRequest<SessionAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = await exchangeOf(deps, request, reply);
  return exchange ? sendSession(deps, exchange) : sendNotFound({ request, reply, isWidget: false });
}

/** Starts the payment that a customer chooses, and redirects to its page. */
export async function submitSession(
  deps: PagesDeps,
  request: FastifyRequest<SessionAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = await exchangeOf(deps, request, reply);
  if (!exchange) return sendNotFound({ request, reply, isWidget: false });
  await countRequest(deps.linkPaymentsByAddress, request);
  const { session, website } = exchange;
  const texts = TEXTS[languageOf(request)];
  const typed = { method: formField(request, 'method') };
  const methods = await offered(deps, exchange);
  if (typeof methods === 'string') return sendSession(deps, exchange);
  const method = methods.find((each) => each.method === typed.method)?.method;
  if (!method) return sendSession(deps, exchange, { ...typed, error: texts.link.errors.method });
  const log = logOf(request);
  const refresh = (payment: Payment) => readAgain(deps, payment, request);
  const choice = { method, isSure: formField(request, 'sure') === '1', refresh };
  try {
    const chosen = await deps.chooseMethod({ session, website }, choice, log);
    if (chosen.kind === 'payment') {
      noteOnRequest(request, { paymentId: chosen.payment.id });
      return seeOther(reply, `${pageOf(deps, chosen.payment)}?lang=${languageOf(request)}`);
    }
    if (chosen.kind === 'unsure') return sendSession(deps, exchange, { ...typed, isUnsure: true });
    return sendSession(deps, exchange, typed, chosen.status);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'service_unavailable') throw error;
    // The provider refused the payment or its amount. The payment has failed, or was never created.
    return sendSession(deps, exchange, { ...typed, error: texts.link.errors.notStarted });
  }
}

/** An open payment after a query to its provider, if the rate limit allows one now. */
async function readAgain(deps: PagesDeps, payment: Payment, request: FastifyRequest): Promise<Payment> {
  const isLocal = deps.providerFor(payment.mode, payment.method)?.isLocal;
  return isLocal ? (await deps.verify(payment, logOf(request))).payment : queryProvider(deps, payment, logOf(request));
}

async function exchangeOf(
  { db }: PagesDeps,
  request: FastifyRequest<SessionAddress>,
  reply: FastifyReply,
): Promise<SessionExchange | undefined> {
  const { code } = request.params;
  const session = CODE.test(code) ? await findSessionByCode(db, code) : undefined;
  const website = session && (await findWebsite(db, session.websiteId));
  return session && website && { request: request as FastifyRequest, reply, session, website };
}

/** The methods that can pay the session now, or why it cannot be paid. */
async function offered({ clock, methodsForSession }: PagesDeps, { session, website }: SessionExchange) {
  const status = sessionStatus(session, clock());
  if (status !== 'open') return status;
  if (website.deactivatedAtUs !== null) return 'closed';
  if (session.attempts >= MAX_ATTEMPTS && session.openPayments === 0) return 'used_up';
  const methods = await methodsForSession(session, website);
  return methods.length === 0 ? 'closed' : methods;
}

/** Sends the session as it is now: the form with `typed`, or its end. */
async function sendSession(
  deps: PagesDeps,
  exchange: SessionExchange,
  typed: TypedChoice = { method: '' },
  refused?: SessionEnd,
): Promise<FastifyReply> {
  const { request, reply, website } = exchange;
  const language = languageOf(request);
  const texts = TEXTS[language];
  const session = (await findSessionByCode(deps.db, exchange.session.code)) ?? exchange.session;
  const found = await offered(deps, { ...exchange, session });
  const end = typeof found === 'string' ? found : refused;
  const view = { session, language, texts, ...(await waysOf(deps, { ...exchange, session })) };
  const isWrong = typed.error !== undefined;
  const { title, content } =
    typeof found === 'string' || end !== undefined
      ? sessionEnd(end ?? 'busy', view)
      : {
          title: isWrong ? texts.errorTitle({ title: texts.checkout.order }) : texts.checkout.order,
          content: choiceForm(view, found, typed),
        };
  if (end === 'closed') noteOnRequest(request, { error: 'website_inactive' });
  const merchant = merchantOf(website, deps.publicUrl);
  const state = end === undefined ? (typed.isUnsure ? 'session_unsure' : 'session') : (`session_${end}` as const);
  const html = layout({
    title,
    content,
    state,
    language,
    hrefIn: (other) => pageHref(other, ''),
    merchant,
    isTest: session.mode === 'test',
  });
  const status = end === 'closed' ? 403 : isWrong ? 422 : 200;
  return sendPage(reply, { status, html, merchant, formTarget: formTargets(deps) });
}

/** The payment that a session's page leads to, and the way back to the merchant. */
async function waysOf(
  deps: PagesDeps,
  { session, website, request }: SessionExchange,
): Promise<Pick<SessionView, 'started' | 'leaveHref'>> {
  const payments = await listPaymentsOfSession(deps.db, session.id);
  const payment =
    session.paidPaymentId === null
      ? payments.find(({ status }) => !isFinal(status))
      : payments.find(({ id }) => id === session.paidPaymentId);
  const started = payment && { payment, href: `${pageOf(deps, payment)}?lang=${languageOf(request)}` };
  const { reference, id: sessionId, paidPaymentId } = session;
  const leaveHref =
    paidPaymentId === null
      ? returnLink(session.cancelUrl, { sessionId, reference })
      : returnLink(session.returnUrl ?? website.returnUrl, { id: paidPaymentId, sessionId, reference });
  return { started, leaveHref };
}
