import type { FastifyReply } from 'fastify';
import { isFinal } from '../../core/payment.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { may, type SignedInContext } from '../console-context.ts';
import { openCasesView } from '../discrepancies/discrepancy-views.ts';
import { disputesOfPayment } from '../refunds/dispute-views.ts';
import { refundsOfPayment } from '../refunds/refund-views.ts';
import { showMessage } from '../show-failure.ts';
import { auditLink, notice } from '../views/parts.ts';
import { visiblePaymentOrArchived } from '../visible.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';
import { facts } from './payment-facts.ts';
import { actions, curlView, noteForm, receiptView } from './payment-forms.ts';
import { readPaymentRecord } from './payment-record.ts';
import { trailOf } from './payment-trail.ts';
import { stateBadge } from './state-badge.ts';
import { timelineOf, timelineView } from './timeline.ts';

/** The result of the last action, as the redirect address names it. */
const DONE = [
  'verified',
  'unanswered',
  'rejected',
  'unusable',
  'resent',
  'finished',
  'is_final',
  'receipt',
  'noted',
  'made',
] as const;
export type Done = (typeof DONE)[number];

/** The notices that report a problem. */
const CARE: readonly Done[] = ['unanswered', 'rejected', 'unusable', 'is_final'];

/** A payment's page: its facts, its actions, and its whole timeline. */
export async function showPayment(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { language, request, params } = context;
  const texts = PAYMENT_TEXTS[language];
  const payment = await visiblePaymentOrArchived(context, params.id ?? '');
  if (payment === 'archived') return showMessage(context, 404, 'archived');
  const record = await readPaymentRecord(context, payment);
  const { delivery, discrepancies, refunds, disputes, evidence } = record;
  const entries = await timelineOf(context, { payment, ...record });
  const done = fault ? undefined : DONE.find((each) => each === queryField(request, 'done'));
  const content = html`${done ? notice(CARE.includes(done) ? 'care' : 'good', html`<p>${texts.done[done]}</p>`) : ''}
${openCasesView(context, discrepancies)}<p class="amount">${stateBadge(payment, evidence, language)} <strong>${formatMoney(payment.amountMinor, payment.currency, language)}</strong></p>
${actions(context, payment, delivery)}
${refundsOfPayment(context, refunds)}${disputesOfPayment(context, disputes)}<div class="story"><div>
<h2>${texts.facts}</h2>
<div class="sheet">${facts(context, payment, record)}</div>
${receiptView(context, payment, fault?.field === 'email' ? fault : undefined)}</div><div>
<h2>${texts.timeline}</h2>
<div class="sheet">${timelineView(context, entries)}${isFinal(payment.status) && !delivery && may(context, 'deliveries.read') ? html`<p class="soft">${texts.noDelivery}</p>` : ''}</div>
${noteForm(context, payment, fault?.field === 'note' ? fault : undefined)}
</div></div>
${curlView(context, payment)}
<p>${auditLink(context, String(payment.id))}</p>`;
  const title = texts.title({ id: payment.id });
  const trail = await trailOf(context, payment);
  return context.show({ title, content, trail, place: PAYMENTS_PLACE, mode: payment.mode }, status);
}
