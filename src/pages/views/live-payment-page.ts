import { isFinal } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { methodTitle } from '../../platform/wording/format.ts';
import type { HostedForm } from '../../providers/provider.ts';
import { paymentLayout, type StateParts } from '../layout.ts';
import { formSheet } from './form.ts';
import { payLabel } from './order-summary.ts';
import { processingView } from './processing.ts';
import { finalParts } from './result.ts';
import type { PaymentView } from './view.ts';

/** The page of a live payment in its current state: the way to the provider, expired, waiting, or the result. */
export function livePaymentPage(
  view: PaymentView,
  form: HostedForm | 'time_is_over' | undefined,
  hrefIn: (language: Language) => string,
): Html {
  return paymentLayout(view, partsOf(view, form), hrefIn);
}

function partsOf(view: PaymentView, form: HostedForm | 'time_is_over' | undefined): StateParts {
  const { payment, texts } = view;
  if (isFinal(payment.status)) return finalParts(view);
  if (form === 'time_is_over') return { content: processingView(view, true), title: texts.timeIsOver, state: form };
  if (!form) return { content: processingView(view), title: texts.processing, state: 'waiting' };
  const title = texts.payWith({ method: methodTitle(payment.method, texts) });
  return { content: formSheet(view, title, hostedFormView(view, form)), title, state: 'form' };
}

/** A button, and no script that submits the form: going back must not pay again, and a button works everywhere. */
function hostedFormView(view: PaymentView, { action, fields }: HostedForm): Html {
  return html`<p>${view.texts.toCardPage}</p>
<form method="post" action="${action}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${payLabel(view)}</button>
</form>`;
}
