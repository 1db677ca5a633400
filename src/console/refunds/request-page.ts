import type { FastifyReply } from 'fastify';
import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { moneyBackOf } from '../../features/payments/discrepancies/discrepancy.ts';
import { discrepanciesOf } from '../../features/payments/discrepancies/store/discrepancies.ts';
import type { Refundable, RefundRequest } from '../../features/refunds/request-refund.ts';
import { listRefundsOf } from '../../features/refunds/store/refunds.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { noteOnRequest } from '../../http/note-on-request.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { formatMoney, methodName } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { factsView, notice, refusedView } from '../views/parts.ts';
import { visiblePayment } from '../visible.ts';
import { drawnId, sentId } from '../websites/form-nonce.ts';
import { paymentFacts, REFUNDS_PATH, refundMoney, refundsOfPayment, requestPath } from './refund-views.ts';

const PLACE = '/payments';

/** The form that requests a refund: what is left of the payment, and what will happen. */
export async function showRequest(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = REFUND_TEXTS[language];
  const payment = await thisPayment(context);
  const title = texts.title({ id: String(payment.id) });
  const page = { title, place: PLACE, mode: payment.mode };
  const back = html`<p><a class="button quiet" href="${hrefOf(context, `${PLACE}/${payment.id}`)}">${texts.cancel}</a></p>`;
  if (payment.status !== 'completed') {
    const error =
      fault ?? new OperatorError('conflict', 'transaction_id', refusal('refundOfOpen', { id: String(payment.id) }));
    return context.show({ ...page, content: html`${refusedView(context, error)}${back}` }, 409);
  }
  const [refundable, refunds, discrepancies] = await Promise.all([
    deps.refunds.readRefundable(payment),
    listRefundsOf(deps.db, payment.id),
    discrepanciesOf(deps.db, payment.id),
  ]);
  const money = (minor: number) => formatMoney(minor, payment.currency, language);
  const { leftMinor } = refundable;
  const paid = money(payment.amountMinor);
  const held = moneyBackOf(discrepancies).filter(({ isHeld }) => isHeld);
  const disputes = held.map(({ money: { amountMinor, currency } }) =>
    notice('care', html`<p>${texts.isDisputed({ money: formatMoney(amountMinor, currency, language) })}</p>`),
  );
  const form = leftMinor === 0 ? refusedView(context, fault) : requestForm(context, { payment, refundable, fault });
  const left = leftMinor === 0 ? texts.nothingLeft({ paid }) : texts.leftText({ left: money(leftMinor), paid });
  const content = html`${disputes}<div class="sheet">${factsView(paymentFacts(context, payment))}<p><strong>${left}</strong></p>
${leftMinor === 0 ? '' : html`<ul>${consequences(context, payment, refundable).map((each) => html`<li>${each}</li>`)}</ul>`}${form}</div>
${refundsOfPayment(context, refunds)}${back}`;
  return context.show({ ...page, content }, status);
}

function requestForm(
  context: SignedInContext,
  { payment, refundable, fault }: { payment: Payment; refundable: Refundable; fault: OperatorError | undefined },
) {
  const { language } = context;
  const texts = REFUND_TEXTS[language];
  const { currency } = payment;
  const method = methodName(payment.method, TEXTS[language]);
  const left = formatMoney(refundable.leftMinor, currency, language);
  return formView(context, {
    action: requestPath(payment.id),
    submit: texts.review,
    fault,
    // A form whose name already belongs to another refund gets a new one: its user has seen that refund below.
    hidden: {
      once: fault && fault.field !== 'refund_id' ? formField(context.request, 'once') : drawnId(context, 'ref'),
    },
    fields: [
      {
        name: 'amount',
        label: texts.amount,
        hint:
          refundable.calls?.canRefundParts === false
            ? texts.wholeHint({ currency, method })
            : texts.amountHint({ currency, left }),
        inputmode: 'decimal',
        maxlength: 20,
        value: formatAmount(refundable.leftMinor),
      },
      { name: 'reason', label: texts.reason, hint: texts.reasonHint, maxlength: 255, isOptional: true },
    ],
  });
}

/** What will happen, in the order in which it happens. */
function consequences({ language }: SignedInContext, payment: Payment, { calls }: Refundable): string[] {
  const texts = REFUND_TEXTS[language];
  const method = methodName(payment.method, TEXTS[language]);
  return [
    payment.mode === 'test' ? texts.whatTest : texts.whatApproval,
    calls ? texts.whatSent : texts.whatManual({ method }),
  ];
}

/**
 * Requests a refund, once it is confirmed. Its name is drawn with the form, so a form that is sent twice requests one refund; until it is
 * confirmed, it stores nothing and shows what will happen.
 */
export async function request(context: SignedInContext): Promise<FastifyReply> {
  const { deps, reply } = context;
  const payment = await thisPayment(context);
  const asked: RefundRequest = {
    owner: { websiteId: payment.websiteId, mode: payment.mode },
    name: sentId(context, 'ref'),
    transactionId: String(payment.id),
    amount: formField(context.request, 'amount').trim(),
    reason: formField(context.request, 'reason').trim(),
  };
  // An empty field is a mistake here, not a request for all that is left.
  if (asked.amount === '') throw new OperatorError('invalid', 'amount', refusal('refundAmountFormat'));
  const isOurName = formField(context.request, 'once').startsWith(`${asked.name}.`);
  if (formField(context.request, 'confirmed') !== '1' || !isOurName)
    return confirmRequest(context, payment, asked, isOurName);
  const { refund, isNew } = await deps.refunds.as(actorOf(context)).request(asked);
  const done = isNew ? 'requested' : 'already';
  return seeOther(reply, hrefOf(context, `${REFUNDS_PATH}/${refund.id}`, { done }));
}

/** Shows the amount and the customer again, with the button that requests the refund. */
async function confirmRequest(
  context: SignedInContext,
  payment: Payment,
  asked: RefundRequest,
  isOurName: boolean,
): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = REFUND_TEXTS[language];
  const preview = await deps.refunds.as(actorOf(context)).preview(asked);
  const refundable = await deps.refunds.readRefundable(payment);
  const money = refundMoney(preview, language);
  const named = { money, customer: payment.customerName, id: String(payment.id) };
  const isWhole = preview.amountMinor === payment.amountMinor;
  const what = isWhole
    ? texts.sureWhole(named)
    : texts.sureText({ ...named, paid: formatMoney(payment.amountMinor, payment.currency, language) });
  const form = formView(context, {
    action: requestPath(payment.id),
    submit: texts.submit({ money }),
    fields: [],
    hidden: {
      amount: asked.amount ?? '',
      reason: asked.reason ?? '',
      once: isOurName ? formField(context.request, 'once') : drawnId(context, 'ref'),
      confirmed: '1',
    },
  });
  const content = html`<div class="sheet"><p><strong><bdi>${what}</bdi></strong></p>
<ul>${consequences(context, payment, refundable).map((each) => html`<li>${each}</li>`)}</ul>${form}</div>
<p><a class="button quiet" href="${hrefOf(context, `${PLACE}/${payment.id}`)}">${texts.cancel}</a></p>`;
  return context.show({ title: texts.sureTitle({ money }), content, place: PLACE, mode: payment.mode });
}

/** The payment in the address, which the user may see. */
async function thisPayment(context: SignedInContext): Promise<Payment> {
  const payment = await visiblePayment(context, context.params.id ?? '');
  noteOnRequest(context.request, { paymentId: payment.id });
  return payment;
}
