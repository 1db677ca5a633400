import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFinal } from '../../core/payment.ts';
import type { CheckoutSession } from '../../features/checkout/session.ts';
import { listPaymentsOfSession } from '../../features/checkout/store/sessions.ts';
import type { OfferedMethod } from '../../features/links/offered-methods.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { noteOnRequest } from '../../http/note-on-request.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { layout, type PageParts } from '../layout.ts';
import { formTargets, pageOf } from '../links/send-link.ts';
import { merchantOf } from '../merchant.ts';
import { pageHref } from '../page-href.ts';
import type { SessionEnd } from '../page-state.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { languageOf, sendPage } from '../send-page.ts';
import { returnLink } from '../views/way-back.ts';
import { choiceForm, type SessionView, sessionEnd, type TypedChoice } from './session-view.ts';

/** A request for an existing session. */
export interface SessionExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: CheckoutSession;
  readonly website: Website;
}

/** Sends the form of a session, with what the customer has chosen. */
export async function sendChoice(
  deps: PagesDeps,
  exchange: SessionExchange,
  methods: readonly OfferedMethod[],
  typed: TypedChoice,
): Promise<FastifyReply> {
  const texts = TEXTS[languageOf(exchange.request)];
  const { order } = texts.checkout;
  const isWrong = typed.error !== undefined;
  const parts = {
    title: isWrong ? texts.errorTitle({ title: order }) : order,
    content: choiceForm(await viewOf(deps, exchange), methods, typed),
    state: typed.isUnsure ? 'session_unsure' : 'session',
  } as const;
  return send(deps, exchange, parts, isWrong ? 422 : 200);
}

/** Sends why a session cannot be paid. */
export async function sendEnd(deps: PagesDeps, exchange: SessionExchange, end: SessionEnd): Promise<FastifyReply> {
  const parts = { ...sessionEnd(end, await viewOf(deps, exchange)), state: `session_${end}` } as const;
  if (end === 'closed') noteOnRequest(exchange.request, { error: 'website_inactive' });
  return send(deps, exchange, parts, end === 'closed' ? 403 : 200);
}

function send(
  deps: PagesDeps,
  { request, reply, session, website }: SessionExchange,
  parts: Pick<PageParts, 'title' | 'content' | 'state'>,
  status: number,
): FastifyReply {
  const merchant = merchantOf(website, deps.publicUrl);
  const html = layout({
    ...parts,
    language: languageOf(request),
    hrefIn: (language) => pageHref(language, ''),
    merchant,
    isTest: session.mode === 'test',
  });
  return sendPage(reply, { status, html, merchant, formTarget: formTargets(deps) });
}

/** The session, the payment that its page leads to, and the way back to the merchant. */
async function viewOf(deps: PagesDeps, { session, website, request }: SessionExchange): Promise<SessionView> {
  const language = languageOf(request);
  const payments = await listPaymentsOfSession(deps.db, session.id);
  const { reference, id: sessionId, paidPaymentId } = session;
  const payment =
    paidPaymentId === null
      ? payments.find(({ status }) => !isFinal(status))
      : payments.find(({ id }) => id === paidPaymentId);
  const leaveHref =
    paidPaymentId === null
      ? returnLink(session.cancelUrl, { sessionId, reference })
      : returnLink(session.returnUrl ?? website.returnUrl, { id: paidPaymentId, sessionId, reference });
  return {
    session,
    language,
    texts: TEXTS[language],
    started: payment && { payment, href: pageOf(deps, payment, language) },
    leaveHref,
  };
}
