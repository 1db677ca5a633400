import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Payment } from '../../core/payment.ts';
import { isSessionCode, MAX_ATTEMPTS, sessionStatus } from '../../features/checkout/session.ts';
import { findSession, findSessionByCode } from '../../features/checkout/store/sessions.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { countRequest } from '../../http/count-request.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { logOf, noteOnRequest } from '../../http/note-on-request.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { readAgain } from '../current-payment.ts';
import { pageOf } from '../links/send-link.ts';
import type { SessionEnd } from '../page-state.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { languageOf, sendNotFound } from '../send-page.ts';
import { type SessionExchange, sendChoice, sendEnd } from './send-session.ts';
import type { TypedChoice } from './session-view.ts';

export interface SessionAddress {
  Params: { code: string };
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
  const { errors } = TEXTS[languageOf(request)].link;
  const typed = { method: formField(request, 'method') };
  const methods = await offered(deps, exchange);
  if (typeof methods === 'string') return sendEnd(deps, exchange, methods);
  const method = methods.find((each) => each.method === typed.method)?.method;
  if (!method) return sendChoice(deps, exchange, methods, { ...typed, error: errors.method });
  const log = logOf(request);
  const choice = {
    method,
    isSure: formField(request, 'sure') === '1',
    refresh: (payment: Payment) => readAgain(deps, payment, log),
  };
  try {
    const chosen = await deps.chooseMethod({ session, website }, choice, log);
    if (chosen.kind === 'payment') {
      noteOnRequest(request, { paymentId: chosen.payment.id });
      return seeOther(reply, pageOf(deps, chosen.payment, languageOf(request)));
    }
    if (chosen.kind === 'unsure') return sendAgain(deps, exchange, { ...typed, isUnsure: true });
    return sendAgain(deps, exchange, typed, chosen.status);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'service_unavailable') throw error;
    // The provider refused the payment or its amount. The payment has failed, or was never created.
    return sendAgain(deps, exchange, { ...typed, error: errors.notStarted });
  }
}

async function exchangeOf(
  { db }: PagesDeps,
  request: FastifyRequest<SessionAddress>,
  reply: FastifyReply,
): Promise<SessionExchange | undefined> {
  const { code } = request.params;
  const session = isSessionCode(code) ? await findSessionByCode(db, code) : undefined;
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

/** Sends a session that the choice may have changed, as it is now. */
async function sendAgain(
  deps: PagesDeps,
  exchange: SessionExchange,
  typed: TypedChoice,
  refused?: SessionEnd,
): Promise<FastifyReply> {
  const session = (await findSession(deps.db, exchange.session.id)) ?? exchange.session;
  return sendSession(deps, { ...exchange, session }, typed, refused);
}

/** Sends a session: the form with `typed`, or its end. */
async function sendSession(
  deps: PagesDeps,
  exchange: SessionExchange,
  typed: TypedChoice = { method: '' },
  refused?: SessionEnd,
): Promise<FastifyReply> {
  const found = await offered(deps, exchange);
  if (typeof found === 'string') return sendEnd(deps, exchange, found);
  return refused ? sendEnd(deps, exchange, refused) : sendChoice(deps, exchange, found, typed);
}
