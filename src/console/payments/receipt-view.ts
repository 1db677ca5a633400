import type { Payment } from '../../core/payment.ts';
import { formField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { paymentPageUrl } from '../../providers/payment-page.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { PAYMENTS_PLACE } from './payments-page.ts';

/** The receipt of a completed payment: its page, its address to copy, and the form that sends it by e-mail. */
export function receiptView(context: SignedInContext, payment: Payment, fault: OperatorError | undefined): Html | '' {
  if (payment.status !== 'completed') return '';
  const { deps, language } = context;
  const texts = PAYMENT_TEXTS[language];
  const at = `${PAYMENTS_PLACE}/${payment.id}`;
  return html`<h2 id="receipt">${texts.receiptTitle}</h2><div class="sheet">
<p class="row"><a class="button quiet" href="${hrefOf(context, `${at}/page`)}" rel="noreferrer">${texts.viewReceipt}</a><span class="soft">${texts.receiptHint}</span></p>
<h3>${texts.receiptLink}</h3><pre id="receipt-link" tabindex="0">${paymentPageUrl(deps.publicUrl, deps.box, payment.id)}</pre>
<p><button type="button" class="quiet copy" data-copy="receipt-link" hidden>${texts.copy}<span class="hidden">: ${texts.receiptLink}</span></button></p>
${mailForm(context, payment, fault)}</div>`;
}

function mailForm(context: SignedInContext, payment: Payment, fault: OperatorError | undefined): Html | '' {
  if (!context.deps.receiptModes.includes(payment.mode) || !may(context, 'payments.receipt')) return '';
  const texts = PAYMENT_TEXTS[context.language];
  return formView(context, {
    action: `${PAYMENTS_PLACE}/${payment.id}/receipt`,
    submit: texts.mailReceipt,
    fields: [
      {
        name: 'email',
        label: texts.receiptTo,
        type: 'email',
        value: fault ? formField(context.request, 'email') : (payment.customerEmail ?? ''),
        error: fault?.refusal,
      },
    ],
  });
}
