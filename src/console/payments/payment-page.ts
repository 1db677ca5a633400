import type { FastifyReply } from 'fastify';
import { FAILURE_REASONS, isFinal, type Payment } from '../../core/payment.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { findLinkOfPayment } from '../../features/links/store/payment-links.ts';
import { discrepanciesOf } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { findNeighbours } from '../../features/payments/store/find-by-text.ts';
import { findReceipt, type ReceiptRecord } from '../../features/receipts/store/receipts.ts';
import { listRefundsOf } from '../../features/refunds/store/refunds.ts';
import type { Delivery } from '../../features/webhooks/store/delivery-table.ts';
import { findPaymentDelivery } from '../../features/webhooks/store/list-deliveries.ts';
import { findApiKey, keyLabel } from '../../features/websites/store/api-keys.ts';
import { findWebsite, type Website } from '../../features/websites/store/websites.ts';
import { formField, queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { SEARCH_TEXTS } from '../../platform/messages/search/search-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatConversionRate, formatMoney, methodLabel } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { openCasesView } from '../discrepancies/discrepancy-views.ts';
import { refundsOfPayment, requestButton } from '../refunds/refund-views.ts';
import { actionView, formView } from '../views/form.ts';
import { isFromList, trailView } from '../views/pager.ts';
import { auditLink, notice, timeView } from '../views/parts.ts';
import { copyable, factsView } from '../views/table.ts';
import { visiblePayment } from '../visible.ts';
import { createAsCurl, readAsCurl } from './as-curl.ts';
import { DONE, type Done } from './done.ts';
import { readListFilter } from './list-filter.ts';
import { ownedFilter, PAYMENTS_PLACE } from './payments-page.ts';
import { receiptView } from './receipt-view.ts';
import { stateBadge } from './state-badge.ts';
import { timelineOf, timelineView } from './timeline.ts';

/** The notices that report a problem. */
const CARE: readonly Done[] = ['unanswered', 'rejected', 'unusable', 'is_final'];

/** A payment's page: its facts, its actions, and its whole timeline. */
export async function showPayment(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { deps, language, request, params } = context;
  const { db } = deps;
  const texts = PAYMENT_TEXTS[language];
  const payment = await visiblePayment(context, params.id ?? '');
  const [website, key, delivery, discrepancies, receipt, requested, sellerMail, link, refunds] = await Promise.all([
    findWebsite(db, payment.websiteId),
    may(context, 'keys.read') ? findApiKey(db, payment.apiKeyId) : undefined,
    may(context, 'deliveries.read') ? findPaymentDelivery(db, payment.id) : undefined,
    discrepanciesOf(db, payment.id),
    findReceipt(db, payment.id),
    findReceipt(db, payment.id, 'receipt_requests'),
    findReceipt(db, payment.id, 'link_notices'),
    findLinkOfPayment(db, payment.id),
    listRefundsOf(db, payment.id),
  ]);
  const evidence = (await readEvidence(db, [payment])).get(payment.id);
  const keyName = key && keyLabel(key);
  const entries = await timelineOf(context, { payment, keyName, delivery, discrepancies, refunds });
  const done = fault ? undefined : DONE.find((each) => each === queryField(request, 'done'));
  const content = html`${done ? notice(CARE.includes(done) ? 'care' : 'good', html`<p>${texts.done[done]}</p>`) : ''}
${openCasesView(context, discrepancies)}<p class="amount">${stateBadge(payment, evidence, language)} <strong>${formatMoney(payment.amountMinor, payment.currency, language)}</strong></p>
${actions(context, payment, delivery)}
${refundsOfPayment(context, refunds)}<div class="story"><div>
<h2>${texts.facts}</h2>
<div class="sheet">${facts(context, payment, { website, keyName, receipt, requested, sellerMail, link })}</div>
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

/** The list whose filters the address has, and the payment's neighbours in it. */
async function trailOf(context: SignedInContext, { id, mode }: Payment): Promise<Html> {
  const list = { path: PAYMENTS_PLACE, title: FRAME_TEXTS[context.language].payments };
  if (!isFromList(context) || mode !== context.mode) return trailView(context, list);
  const asked = readListFilter(context);
  const isWrong = Object.keys(asked.errors).length > 0 || (asked.given.key !== '' && !may(context, 'keys.read'));
  const near = isWrong ? {} : await findNeighbours(context.deps.db, ownedFilter(context, asked), asked.text, id);
  return trailView(context, { ...list, ...near, query: asked.given });
}

function facts(
  context: SignedInContext,
  payment: Payment,
  besides: {
    website: Website | undefined;
    keyName: string | undefined;
    receipt: ReceiptRecord | undefined;
    requested: ReceiptRecord | undefined;
    sellerMail: ReceiptRecord | undefined;
    link: PaymentLink | undefined;
  },
): Html {
  const { language } = context;
  const texts = PAYMENT_TEXTS[language];
  const { originalAmountMinor, rateE4, subscriptionId, finishedAtUs } = payment;
  const own = (text: string | null | undefined) => (text ? html`<bdi>${text}</bdi>` : null);
  const money = (minor: number, currency: 'HTG' | 'USD') => formatMoney(minor, currency, language);
  const period = texts.period({ period: String(payment.subscriptionPeriod) });
  return factsView([
    [DELIVERY_TEXTS[language].transactionId, copyable(payment.id)],
    [texts.amount, html`${money(payment.amountMinor, payment.currency)}`],
    [
      texts.convertedFrom,
      originalAmountMinor === null || rateE4 === null
        ? null
        : html`${money(originalAmountMinor, 'USD')} (${formatConversionRate(rateE4, language)})`,
    ],
    [texts.method, html`${methodLabel(payment.method, TEXTS[language])}`],
    [texts.mode, html`${LIST_TEXTS[language][payment.mode]}`],
    [
      texts.website,
      besides.website
        ? html`<a href="${hrefOf(context, `/websites/${besides.website.id}`)}"><bdi>${besides.website.name}</bdi></a>`
        : null,
    ],
    [
      LIST_TEXTS[language].link,
      besides.link
        ? html`<a href="${hrefOf(context, `/links/${besides.link.id}`)}"><bdi>${besides.link.name}</bdi></a>`
        : null,
    ],
    [texts.key, own(besides.keyName)],
    [texts.reference, payment.reference ? copyable(payment.reference) : null],
    [texts.description, own(payment.description)],
    [
      texts.customer,
      html`<bdi>${payment.customerName}</bdi>${
        payment.customerPhone || payment.customerEmail
          ? html`<br><a href="${hrefOf(context, `${PAYMENTS_PLACE}/${payment.id}/customer`)}">${SEARCH_TEXTS[language].allOf}</a>`
          : ''
      }`,
    ],
    [texts.email, own(payment.customerEmail)],
    [texts.phone, own(payment.customerPhone)],
    [texts.providerNumber, payment.providerRef ? copyable(payment.providerRef) : null],
    [texts.recurring, subscriptionId === null ? null : html`<bdi>${subscriptionId}</bdi>, ${period}`],
    [
      texts.recurring,
      payment.recurringInterval === null
        ? null
        : html`${TEXTS[language].recurring({ interval: payment.recurringInterval, count: payment.recurringIntervalCount ?? 1 })}`,
    ],
    [texts.created, timeView(payment.createdAtUs, language)],
    [texts.expires, isFinal(payment.status) ? null : timeView(payment.expiresAtUs, language)],
    [texts.finished, finishedAtUs === null ? null : timeView(finishedAtUs, language)],
    [texts.receipt, receiptState(context, besides.receipt)],
    [texts.requestedReceipt, receiptState(context, besides.requested)],
    [texts.sellerMail, receiptState(context, besides.sellerMail, false)],
    [texts.metadata, payment.metadata === null ? null : html`<pre tabindex="0">${payment.metadata}</pre>`],
  ]);
}

/** The status of an e-mail about the payment; if it was not sent, why. The form below sends a receipt again. */
function receiptState(context: SignedInContext, receipt: ReceiptRecord | undefined, isReceipt = true): Html | null {
  if (!receipt) return null;
  const { language } = context;
  const { status, error } = receipt;
  const texts = PAYMENT_TEXTS[language];
  const state = texts.receiptStatus[status];
  if (status === 'sent' || error === null) return html`${state}`;
  const again = isReceipt && status === 'given_up' && may(context, 'payments.receipt');
  return html`${state}${TEXTS[language].colon} <bdi>${error}</bdi>${again && html`. <a href="#receipt">${texts.receiptAgain}</a>`}`;
}

/** The actions that this user may take. */
function actions(context: SignedInContext, payment: Payment, delivery: Delivery | undefined): Html | '' {
  const { language } = context;
  const texts = PAYMENT_TEXTS[language];
  const at = `${PAYMENTS_PLACE}/${payment.id}`;
  const isOpenTest = payment.mode === 'test' && !isFinal(payment.status) && may(context, 'payments.test');
  const buttons = [
    may(context, 'payments.verify') && actionView(context, { action: `${at}/verify`, submit: texts.verify }),
    delivery !== undefined &&
      may(context, 'deliveries.resend') &&
      actionView(context, { action: `${at}/resend`, submit: texts.resend }),
    payment.status === 'completed' && may(context, 'refunds.request') && requestButton(context, payment.id),
    payment.status === 'completed' && html`<a class="button quiet" href="#receipt">${texts.receiptTitle}</a>`,
    payment.status !== 'completed' &&
      mayOpenPage(context, payment) &&
      html`<a class="button quiet" href="${hrefOf(context, `${at}/page`)}" rel="noreferrer">${texts.openPage}</a>`,
  ].filter((button) => button !== false);
  const finish = isOpenTest ? finishForm(context, at) : '';
  if (buttons.length === 0 && finish === '') return '';
  return html`<h2 class="hidden">${texts.actions}</h2><div class="row">${buttons}</div>${finish && html`<div class="sheet">${finish}</div>`}`;
}

/**
 * Whether a user may open a payment's own page: an open test payment's, to try it, and a final payment's, to see the
 * customer's view. Opening the page of an open live payment could start it at its provider. Cards are paid in the
 * widget, so they have only a receipt.
 */
export function mayOpenPage(context: SignedInContext, { method, mode, status }: Payment): boolean {
  return (
    (method !== 'card' || status === 'completed') &&
    (isFinal(status) || (mode === 'test' && may(context, 'payments.test')))
  );
}

function finishForm(context: SignedInContext, at: string): Html {
  const { language } = context;
  const texts = PAYMENT_TEXTS[language];
  const states = STATE_TEXTS[language];
  return formView(context, {
    action: `${at}/finish`,
    submit: texts.finish,
    fields: [
      {
        name: 'outcome',
        label: texts.finishAs,
        type: 'select',
        value: 'completed',
        options: (['completed', ...FAILURE_REASONS] as const).map((each) => [each, states[each]]),
      },
    ],
  });
}

function noteForm(context: SignedInContext, { id }: Payment, fault: OperatorError | undefined): Html | '' {
  if (!may(context, 'payments.note')) return '';
  const texts = PAYMENT_TEXTS[context.language];
  const form = formView(context, {
    action: `${PAYMENTS_PLACE}/${id}/note`,
    submit: texts.addNote,
    fields: [
      {
        name: 'note',
        label: texts.note,
        type: 'textarea',
        hint: texts.noteHint,
        value: fault && formField(context.request, 'note'),
        error: fault?.refusal,
      },
    ],
  });
  return html`<div class="sheet">${form}</div>`;
}

/** Requests for developers, folded; none for users without keys. */
function curlView(context: SignedInContext, payment: Payment): Html | '' {
  if (!may(context, 'keys.read')) return '';
  const { deps, language } = context;
  const texts = PAYMENT_TEXTS[language];
  const block = (id: string, label: string, text: string) =>
    html`<h3>${label}</h3><pre id="${id}" tabindex="0">${text}</pre><p><button type="button" class="quiet copy" data-copy="${id}" hidden>${texts.copy}<span class="hidden">: ${label}</span></button></p>`;
  // Peye itself creates the payments that a subscription charges, so there is no request to show for them.
  const create =
    payment.subscriptionId === null ? block('curl-create', texts.curlCreate, createAsCurl(deps, payment)) : '';
  return html`<details class="sheet"><summary>${texts.asCurl}</summary>${block('curl-read', texts.curlRead, readAsCurl(deps, payment))}${create}</details>`;
}
