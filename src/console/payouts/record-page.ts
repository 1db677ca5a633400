import type { FastifyReply } from 'fastify';
import { formField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { typedAmount } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { currencyField, currencyOf, methodField, methodOf } from '../views/choice-fields.ts';
import { formView } from '../views/form.ts';
import { visibleWebsites } from '../visible.ts';
import { bankField, PAYOUTS_PATH, sentDay } from './payout-views.ts';

/** The form that records a payout without a statement. */
export async function showRecord(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const websites = await visibleWebsites(context);
  const form = formView(context, {
    action: `${PAYOUTS_PATH}/record`,
    submit: texts.recordSubmit,
    fault,
    fields: [
      {
        name: 'website',
        label: texts.website,
        type: 'select',
        options: websites.map(({ id, name }) => [id, name]),
      },
      methodField(language, texts.method),
      bankField(language),
      { name: 'reference', label: texts.reference, hint: texts.referenceHint, maxlength: 100, autocomplete: 'off' },
      { name: 'date', label: texts.paidOn, type: 'date' },
      currencyField(texts.currency),
      { name: 'gross', label: texts.gross, hint: texts.grossHint, inputmode: 'decimal', maxlength: 20 },
      { name: 'fee', label: texts.fee, hint: texts.feeHint, inputmode: 'decimal', maxlength: 20, value: '0' },
    ],
  });
  const content = html`<div class="sheet"><p>${texts.recordText}</p>${form}</div>
<p><a class="button quiet" href="${hrefOf(context, PAYOUTS_PATH)}">${texts.cancel}</a></p>`;
  return context.show({ title: texts.record, content, place: PAYOUTS_PATH, mode: 'live' }, status);
}

/** Records the payout. The same payout sent twice is one. */
export async function record(context: SignedInContext): Promise<FastifyReply> {
  const { deps, request } = context;
  const text = (name: string) => formField(request, name).trim();
  const paidOn = sentDay(context);
  if (paidOn === undefined) throw new OperatorError('invalid', 'date', refusal('payoutDate'));
  const [method, currency] = [methodOf(text('method')), currencyOf(text('currency'))];
  const { payout } = await deps.operator.as(actorOf(context)).recordPayout({
    ...{ websiteId: text('website'), method, bank: text('bank'), reference: text('reference') },
    ...{ currency, paidOn, grossMinor: typedAmount(text('gross')) ?? -1, feeMinor: typedAmount(text('fee')) ?? -1 },
  });
  return seeOther(context.reply, hrefOf(context, `${PAYOUTS_PATH}/${payout.id}`, { done: 'recorded' }));
}
