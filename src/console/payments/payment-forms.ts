import { formatAmount } from '../../core/money.ts';
import { FAILURE_REASONS, isFinal, type Payment } from '../../core/payment.ts';
import type { Delivery } from '../../features/webhooks/store/delivery-table.ts';
import { formField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { quotedWord } from '../../platform/text/printable.ts';
import { paymentPageUrl } from '../../providers/payment-page.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { requestButton } from '../refunds/refund-views.ts';
import { actionView, formView } from '../views/form.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';

/** The actions that this user may take. */
export function actions(context: SignedInContext, payment: Payment, delivery: Delivery | undefined): Html | '' {
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

/** The form that adds a note; empty for users who may not add one. */
export function noteForm(context: SignedInContext, { id }: Payment, fault: OperatorError | undefined): Html | '' {
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
export function curlView(context: SignedInContext, payment: Payment): Html | '' {
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

/** Where the merchant API is. */
interface ApiPlace {
  readonly publicUrl: string;
  readonly apiBase: string;
}

/** A curl command that creates a payment like this one. The key is a placeholder. */
export function createAsCurl({ publicUrl, apiBase }: ApiPlace, payment: Payment): string {
  const { originalAmountMinor, amountMinor, currency, metadata } = payment;
  const fields: [name: string, json: string | null][] = [
    ['amount', formatAmount(originalAmountMinor ?? amountMinor).replace(/\.00$/, '')],
    ['currency', JSON.stringify(originalAmountMinor === null ? currency : 'USD')],
    ['payment_method', JSON.stringify(payment.method)],
    ['customer_name', JSON.stringify(payment.customerName)],
    ['customer_email', jsonOf(payment.customerEmail)],
    ['customer_phone', jsonOf(payment.customerPhone)],
    ['reference', jsonOf(payment.reference)],
    ['description', jsonOf(payment.description)],
    ['recurring', payment.recurringInterval === null ? null : 'true'],
    ['recurring_interval', jsonOf(payment.recurringInterval)],
    ['recurring_interval_count', jsonOf(payment.recurringIntervalCount)],
    // Unchanged, as it was sent.
    ['metadata', metadata],
  ];
  const body = fields.flatMap(([name, json]) => (json === null ? [] : [`"${name}": ${json}`])).join(', ');
  return `curl -sS -X POST ${quotedWord(`${publicUrl}${apiBase}/payments`)} \\
  -H "X-Api-Key: $PEYE_KEY" -H 'Content-Type: application/json' \\
  -d ${quotedWord(`{${body}}`)}`;
}

/** A curl command that reads this payment. */
function readAsCurl({ publicUrl, apiBase }: ApiPlace, { id }: Pick<Payment, 'id'>): string {
  return `curl -sS ${quotedWord(`${publicUrl}${apiBase}/payments/${id}`)} -H "X-Api-Key: $PEYE_KEY"`;
}

function jsonOf(value: string | number | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
