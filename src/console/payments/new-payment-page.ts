import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { findApiKey, keyLabel, listApiKeys } from '../../features/websites/store/api-keys.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { logOf, noteOnRequest } from '../../http/note-on-request.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import type { Refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { FieldsRefused } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { currencyField, methodField } from '../views/choice-fields.ts';
import { type FormField, formView } from '../views/form.ts';
import { isVisible, visibleWebsites } from '../visible.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';

/** Below `/console`. */
export const NEW_PAYMENT_PLACE = `${PAYMENTS_PLACE}/new`;

/** Errors by the names of their fields. */
type Faults = Readonly<Record<string, string | Refusal>>;

/** The form that creates a test payment. */
export async function showNewPayment(
  context: SignedInContext,
  faults: Faults = {},
  status = 200,
): Promise<FastifyReply> {
  const texts = PAYMENT_TEXTS[context.language];
  const keys = await testKeys(context);
  const form = formView(context, {
    action: NEW_PAYMENT_PLACE,
    submit: texts.make,
    fields: formFields(context, keys).map((field) => ({
      ...field,
      value: context.request.method === 'POST' ? formField(context.request, field.name) : field.value,
      error: faults[field.name],
    })),
  });
  const content =
    keys.length === 0
      ? html`<div class="empty"><p>${texts.newNoKey}</p></div>`
      : html`<p>${texts.newText}</p><div class="sheet">${form}</div>`;
  return context.show({ title: texts.newTitle, content, place: PAYMENTS_PLACE, mode: 'test' }, status);
}

/** Creates the payment, and redirects to its page. */
export async function makePayment(context: SignedInContext): Promise<FastifyReply> {
  const { request, reply, deps } = context;
  const field = (name: string) => formField(request, name);
  const keyId = field('key_id');
  const key = await findApiKey(deps.db, keyId);
  if (!key || !isVisible(context, key.websiteId)) throw new ApiError('not_found');
  const typed = {
    amount: field('amount'),
    currency: field('currency'),
    method: field('payment_method'),
    customerName: field('customer_name'),
    customerEmail: field('customer_email'),
    customerPhone: field('customer_phone'),
    reference: field('reference'),
    description: field('description'),
  };
  try {
    const { payment } = await deps.payments.as(actorOf(context)).createTest(keyId, typed, logOf(request));
    noteOnRequest(request, { paymentId: payment.id });
    return seeOther(reply, hrefOf(context, `${PAYMENTS_PLACE}/${payment.id}`, { done: 'made' }));
  } catch (error) {
    const faults = faultsOf(error);
    if (!faults) throw error;
    return showNewPayment(context, faults, 422);
  }
}

/** The errors by field, if the form has more than one; undefined for any other error. */
function faultsOf(error: unknown): Faults | undefined {
  if (error instanceof FieldsRefused) return error.faults;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'amount_too_low' || error.code === 'amount_too_high') return { amount: error.message };
  if (error.code === 'payment_method_not_available') return { payment_method: error.message };
  return undefined;
}

/** The test keys that can create payments, of websites that the user may see. */
async function testKeys(context: SignedInContext): Promise<(readonly [id: string, name: string])[]> {
  const websites = (await visibleWebsites(context)).filter(({ deactivatedAtUs }) => deactivatedAtUs === null);
  const lists = await Promise.all(
    websites.map(async (website) => {
      const keys = await listApiKeys(context.deps.db, website.id);
      return keys
        .filter(({ mode, deactivatedAtUs }) => mode === 'test' && deactivatedAtUs === null)
        .map(
          ({ id, name, hint }) =>
            [id, `${website.name}${TEXTS[context.language].colon} ${keyLabel({ name, hint })}`] as const,
        );
    }),
  );
  return lists.flat();
}

function formFields({ language }: SignedInContext, keys: FormField['options']): FormField[] {
  const texts = PAYMENT_TEXTS[language];
  const optional = { isOptional: true, hint: texts.optional };
  return [
    { name: 'key_id', label: texts.newKey, type: 'select', ...(keys && { options: keys }) },
    { name: 'amount', label: texts.amount, inputmode: 'decimal', value: '500', maxlength: 20 },
    currencyField(texts.currency),
    methodField(language, texts.method, 'payment_method'),
    { name: 'customer_name', label: texts.customer, value: 'Marie Joseph', maxlength: 255, autocomplete: 'off' },
    { name: 'customer_email', label: texts.email, type: 'email', maxlength: 255, autocomplete: 'off', ...optional },
    { name: 'customer_phone', label: texts.phone, inputmode: 'tel', maxlength: 20, autocomplete: 'off', ...optional },
    { name: 'reference', label: texts.reference, maxlength: 255, ...optional },
    { name: 'description', label: texts.description, maxlength: 500, ...optional },
  ];
}
