import { formatAmount } from '../../core/money.ts';
import type { LinkFields } from '../../features/links/link-rules.ts';
import { AMOUNT_MODES, LINK_LANGUAGES, LINK_METHODS, type PaymentLink } from '../../features/links/payment-link.ts';
import { formField, formFields } from '../../http/form-fields.ts';
import { haitiTimestamp } from '../../platform/clock/haiti-time.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { methodLabel, typedAmount } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import type { FieldCount } from '../route.ts';
import { currencyField } from '../views/choice-fields.ts';
import { haitiInputUs } from '../views/date-range.ts';
import type { FieldFold, FormFault, SentField } from '../views/form.ts';

/** The fields of the form for a new link, besides its id. */
export const LINK_FIELDS: Readonly<Record<string, FieldCount>> = {
  website: 'one',
  like: 'maybe',
  keeps_picture: 'maybe',
  name: 'one',
  description_ht: 'one',
  description_fr: 'one',
  description_en: 'one',
  amount_mode: 'maybe',
  amount: 'one',
  currency: 'one',
  min_amount: 'one',
  max_amount: 'one',
  methods: 'many',
  stock: 'one',
  max_quantity: 'one',
  single_use: 'maybe',
  expires_at: 'one',
  asks_name: 'maybe',
  asks_phone: 'maybe',
  asks_email: 'maybe',
  thanks: 'one',
  notify_email: 'one',
};

/** The value of a field: one text, or the list of chosen methods. */
type Values = Readonly<Record<string, string | readonly string[]>>;

/** The initial values of a form: empty, or those of another link without an expiry that has passed. */
export function valuesOfLink(link: PaymentLink | undefined, nowUs: number): Values {
  if (!link) return { amount_mode: 'fixed', currency: 'HTG' };
  const { descriptions, amountMinor, minMinor, maxMinor, stock, isSingleUse } = link;
  const endsAtUs = link.expiresAtUs !== null && link.expiresAtUs > nowUs ? link.expiresAtUs : null;
  const amount = (minor: number | null) => (minor === null ? '' : formatAmount(minor).replace(/\.00$/, ''));
  return {
    website: link.websiteId,
    name: link.name,
    amount_mode: link.amountMode,
    currency: link.currency,
    description_ht: descriptions.ht ?? '',
    description_fr: descriptions.fr ?? '',
    description_en: descriptions.en ?? '',
    amount: amount(amountMinor),
    min_amount: amount(minMinor),
    max_amount: amount(maxMinor),
    methods: link.methods.length === LINK_METHODS.length ? [] : link.methods,
    stock: stock === null || isSingleUse ? '' : String(stock),
    max_quantity: link.maxQuantity === 1 ? '' : String(link.maxQuantity),
    single_use: isSingleUse ? '1' : '',
    expires_at: endsAtUs === null ? '' : haitiTimestamp(endsAtUs).slice(0, 16),
    asks_name: link.asksName ? '1' : '',
    asks_phone: link.asksPhone ? '1' : '',
    asks_email: link.asksEmail ? '1' : '',
    thanks: link.thanks ?? '',
    notify_email: link.notifyEmail ?? '',
  };
}

/** The submitted fields, as the verb takes them. */
export function sentLink(context: SignedInContext): LinkFields {
  const { request } = context;
  const text = (name: string) => formField(request, name).trim();
  // Only plain digits are a number: `1e3` is a typing error, not a thousand.
  const count = (name: string) =>
    text(name) === '' ? null : /^\d{1,9}$/.test(text(name)) ? Number(text(name)) : Number.NaN;
  // As users write amounts: 1,500 or 12,50. An invalid amount is refused as it was typed.
  const amount = (name: string) => {
    const minor = typedAmount(text(name));
    return minor === undefined ? text(name) : formatAmount(minor);
  };
  return {
    name: text('name'),
    descriptions: Object.fromEntries(LINK_LANGUAGES.map((each) => [each, text(`description_${each}`)])),
    amountMode: text('amount_mode'),
    currency: text('currency'),
    amount: amount('amount'),
    minAmount: amount('min_amount'),
    maxAmount: amount('max_amount'),
    methods: formFields(request, 'methods'),
    stock: count('stock'),
    maxQuantity: count('max_quantity'),
    isSingleUse: text('single_use') === '1',
    expiresAtUs: text('expires_at') === '' ? null : (haitiInputUs(text('expires_at')) ?? Number.NaN),
    asksName: text('asks_name') === '1',
    asksPhone: text('asks_phone') === '1',
    asksEmail: text('asks_email') === '1',
    thanks: text('thanks'),
    notifyEmail: text('notify_email'),
  };
}

/** A refusal with the form's names of its fields. An error about all descriptions is shown next to the first one. */
export function faultOfForm({ faults }: OperatorError, language: SignedInContext['language']): FormFault {
  const named = (field: string) =>
    field === 'descriptions' ? `description_${language}` : field.replace('descriptions.', 'description_');
  return { faults: faults.map(({ field, refusal }) => ({ field: named(field), refusal })) };
}

/** The fields of a new link: the required ones, and the others folded. */
export function linkFormFields(
  { language }: SignedInContext,
  values: Values,
): { fields: SentField[]; folds: FieldFold[] } {
  const texts = LINK_TEXTS[language];
  const field = (name: string, rest: Omit<SentField, 'name' | 'value' | 'values' | 'error'>): SentField => ({
    name,
    ...rest,
    ...(name === 'methods' ? { values: [values[name] ?? []].flat() } : { value: String(values[name] ?? '') }),
  });
  const amount = { inputmode: 'decimal', maxlength: 20, isOptional: true } as const;
  const description = (each: (typeof LINK_LANGUAGES)[number]) =>
    field(`description_${each}`, {
      label: texts.descriptions[each],
      type: 'textarea',
      maxlength: 500,
      isOptional: each !== language,
      ...(each === language && { hint: texts.descriptionHint }),
    });
  return {
    fields: [
      field('name', { label: texts.name, hint: texts.nameHint, maxlength: 255 }),
      description(language),
      field('amount_mode', {
        label: texts.amountMode,
        type: 'radios',
        options: AMOUNT_MODES.map((each) => [each, texts.amountModes[each], texts.amountModeHints[each]]),
      }),
      field('amount', { label: texts.amount, hint: texts.amountHint, ...amount }),
      field('currency', currencyField(texts.currency)),
    ],
    folds: [
      { label: texts.otherLanguages, fields: LINK_LANGUAGES.filter((each) => each !== language).map(description) },
      {
        label: texts.limits,
        fields: [
          field('min_amount', { label: texts.least, hint: texts.limitHint, ...amount }),
          field('max_amount', { label: texts.most, ...amount }),
        ],
      },
      {
        label: texts.more,
        fields: [
          field('stock', {
            label: texts.stock,
            hint: texts.stockHint,
            inputmode: 'numeric',
            maxlength: 7,
            isOptional: true,
          }),
          field('max_quantity', {
            label: texts.maxQuantity,
            hint: texts.maxQuantityHint,
            inputmode: 'numeric',
            maxlength: 2,
            isOptional: true,
          }),
          field('single_use', { label: texts.singleUse, hint: texts.singleUseHint, type: 'checkbox' }),
          field('expires_at', {
            label: texts.expires,
            hint: texts.expiresHint,
            type: 'datetime-local',
            isOptional: true,
          }),
          field('methods', {
            label: texts.methods,
            hint: texts.methodsHint,
            type: 'checkboxes',
            options: LINK_METHODS.map((each) => [each, methodLabel(each, TEXTS[language])]),
          }),
          field('asks_name', { label: texts.asksName, type: 'checkbox' }),
          field('asks_phone', { label: texts.asksPhone, type: 'checkbox' }),
          field('asks_email', { label: texts.asksEmail, hint: texts.asksEmailHint, type: 'checkbox' }),
          field('thanks', {
            label: texts.thanks,
            hint: texts.thanksHint,
            type: 'textarea',
            maxlength: 500,
            isOptional: true,
          }),
          field('notify_email', {
            label: texts.notifyEmail,
            hint: texts.notifyHint,
            type: 'email',
            maxlength: 254,
            isOptional: true,
            autocomplete: 'email',
            inputmode: 'email',
          }),
        ],
      },
    ],
  };
}
