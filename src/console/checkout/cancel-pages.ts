import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Mode } from '../../core/payment.ts';
import type { CheckoutSession } from '../../features/checkout/session.ts';
import { seeOther } from '../../http/form-fields.ts';
import { logOf } from '../../http/note-on-request.ts';
import { html } from '../../platform/html/html.ts';
import { CHECKOUT_TEXTS } from '../../platform/messages/checkout/checkout-messages.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { visibleSession } from '../visible.ts';
import { pathOf, SESSIONS_PATH, sessionMoney, statusNow } from './session-views.ts';

/** The path of the page that cancels a session. */
export function cancelPath({ id, mode }: Pick<CheckoutSession, 'id' | 'mode'>): string {
  return `${SESSIONS_PATH}/${mode}-sessions/${encodeURIComponent(id)}/cancel`;
}

/** The pages that cancel a session of one mode, because permissions depend on the mode. */
export function cancelPages(mode: Mode) {
  return {
    confirm: async (context: SignedInContext) => confirm(context, await sessionOf(context, mode)),
    cancel: async (context: SignedInContext) => cancel(context, await sessionOf(context, mode)),
  };
}

/** A session of the other mode is not found: the path defines the required permission. */
async function sessionOf(context: SignedInContext, mode: Mode): Promise<CheckoutSession> {
  const session = await visibleSession(context, context.params.id ?? '');
  if (session.mode !== mode) throw new ApiError('not_found');
  return session;
}

async function cancel(context: SignedInContext, session: CheckoutSession): Promise<FastifyReply> {
  const { deps, request, reply } = context;
  const wasOpen = statusNow(context, session) === 'open';
  const { cancelledAtUs } = await deps.payments.as(actorOf(context)).cancelSessionByHand(session.id, logOf(request));
  const done = wasOpen && cancelledAtUs !== null ? 'cancelled' : 'over';
  return seeOther(reply, hrefOf(context, pathOf(session), { done }));
}

async function confirm(context: SignedInContext, session: CheckoutSession): Promise<FastifyReply> {
  const texts = CHECKOUT_TEXTS[context.language];
  const form = formView(context, { action: cancelPath(session), submit: texts.cancel, fields: [], isDanger: true });
  const { reference, description } = session;
  const name = [reference, description].filter((text) => text !== null).join(' – ');
  const content = html`<div class="sheet"><p><bdi>${name}</bdi> <strong>${sessionMoney(context, session)}</strong></p>
<p>${texts.cancelText}</p>${session.openPayments > 0 ? html`<p>${texts.cancelOpen}</p>` : ''}
<div class="row">${form}<a class="button quiet" href="${hrefOf(context, pathOf(session))}">${texts.keep}</a></div></div>`;
  return context.show({ title: texts.cancelSure, content, place: SESSIONS_PATH, mode: session.mode });
}
