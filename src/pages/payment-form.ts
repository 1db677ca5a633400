import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFinal, type Payment } from '../domain/payment.ts';
import { isSlowPayment } from '../providers/sandbox/provider.ts';
import { findWebsite } from '../storage/websites.ts';
import { formField, queryField } from './form-fields.ts';
import { type FormState, FRESH_FORM, openSession, sealSession } from './form-state.ts';
import { sendPage } from './headers.ts';
import { type Exchange, languageOf } from './messages.ts';
import { pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import type { Decision } from './submit.ts';
import { submitCard } from './submit-card.ts';
import { submitWallet } from './submit-wallet.ts';
import { TEXTS } from './texts.ts';
import { paymentPage } from './views/payment-page.ts';

/** How often a page that waits for a wallet reloads itself. */
const REFRESH_SECONDS = 3;

/** Shows a payment: its form, that it is processing, or its result. */
export async function showPayment(
  { db, box, clock }: PagesDeps,
  payment: Payment,
  { request, reply, isWidget }: Exchange,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const session = queryField(request, 's');
  const state = stateFor(openSession(box, session, clock()), payment);
  const fresh = freshSession({ box, clock }, payment, isWidget);
  const current = state === FRESH_FORM ? fresh : session;
  const page = paymentPage(
    {
      payment,
      website: await findWebsite(db, payment.websiteId),
      language,
      texts: TEXTS[language],
      state,
      isWidget,
      action: pageHref(language, current),
      freshHref: pageHref(language, fresh),
    },
    (other) => pageHref(other, current),
  );
  // A header and not a <meta>, which does the same but is reported by accessibility checkers; there is a link as well.
  if (!isFinal(payment.status) && isSlowPayment(payment)) reply.header('refresh', String(REFRESH_SECONDS));
  return sendPage(reply, { html: page, isWidget });
}

/**
 * Takes a submitted form, moves the payment where it leads, and answers with the address to go on at: always a query, to
 * be read from the address of the page. Of two submits at once one settles, and both lead to the same result. A payment
 * that is final, or whose customer has paid already, stays as it is; so does one whose session is over: its form starts anew.
 */
export async function submitPayment(
  { box, settle, begin, clock }: PagesDeps,
  payment: Payment,
  { request, isWidget }: Pick<Exchange, 'request' | 'isWidget'>,
): Promise<string> {
  const language = languageOf(request);
  const href = (state: FormState) => pageHref(language, sealSession(box, { paymentId: payment.id, state }, clock()));
  const done = pageHref(language, freshSession({ box, clock }, payment, isWidget));
  const session = openSession(box, queryField(request, 's'), clock());
  if (isFinal(payment.status) || isSlowPayment(payment) || session === 'expired') return done;

  const decision = decide(request, payment, stateFor(session, payment), clock());
  switch (decision.kind) {
    case 'ask':
      return href(decision.state);
    case 'authenticate':
      await begin(payment);
      return href(decision.state);
    case 'wait':
      await begin(payment, decision.provider);
      return done;
    case 'settle':
      await settle(payment, decision.outcome, { cardToken: decision.cardToken });
      return done;
  }
}

function decide(request: FastifyRequest, payment: Payment, state: FormState, nowUs: number): Decision {
  const field = (name: string) => formField(request, name);
  if (field('action') === 'cancel') {
    return { kind: 'settle', outcome: { status: 'failed', failureReason: 'cancelled' } };
  }
  const submit = payment.method === 'moncash' || payment.method === 'natcash' ? submitWallet : submitCard;
  return submit({ field, state, nowUs });
}

/** A widget's page is found by its session alone, so it has one even when its form starts anew. */
function freshSession({ box, clock }: Pick<PagesDeps, 'box' | 'clock'>, payment: Payment, isWidget: boolean): string {
  return isWidget ? sealSession(box, { paymentId: payment.id, state: FRESH_FORM }, clock()) : '';
}

/** A session of another payment, or one that is over, counts for nothing. */
function stateFor(session: ReturnType<typeof openSession>, payment: Payment): FormState {
  if (session === 'expired' || session?.paymentId !== payment.id) return FRESH_FORM;
  return isFinal(payment.status) ? FRESH_FORM : session.state;
}
