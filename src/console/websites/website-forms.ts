import type { FastifyReply } from 'fastify';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import type { AuditFacts } from '../../features/audit/audit.ts';
import type { WebsiteChanges } from '../../features/websites/change-website.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { websiteFacts } from '../../features/websites/website-json.ts';
import { readRateLimit } from '../../features/websites/website-rules.ts';
import { formField, formFields, seeOther } from '../../http/form-fields.ts';
import { parseColour } from '../../platform/html/colours.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { CONFIRM_TEXTS } from '../../platform/messages/confirm/confirm-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, docsHref, hrefOf, type SignedInContext } from '../console-context.ts';
import { requireTypedName, TYPED_NAME, typedNameField } from '../views/confirm-page.ts';
import { sentFacts, showEditForm } from '../views/edit-form.ts';
import type { FormField } from '../views/form.ts';
import { notice } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { countActiveKeys, countPaidToday } from './confirm-pages.ts';
import { backLink, colourSample, MENU_PATH, methodsOf, pathOf } from './website-view.ts';

type Texts = (typeof WEBSITE_TEXTS)['en'];

/** The form of some of a website's settings. */
interface WebsiteForm {
  /** The path after the website's path. */
  readonly path: string;
  readonly title: (texts: Texts) => string;
  /** The fields, each with the name of the fact that it changes. */
  readonly fields: (texts: Texts, website: Website) => readonly FormField[];
  /** What to know before the fields. */
  readonly text?: (context: SignedInContext) => Html;
  /** Reads the changes from the submitted form. */
  readonly changes: (sent: (name: string) => string, all: (name: string) => string[]) => WebsiteChanges;
  /** Throws OperatorError with the field `TYPED_NAME` while the changes need a confirmation. */
  readonly confirmed?: (context: SignedInContext, website: Website, changes: WebsiteChanges) => Promise<void>;
}

const EDIT: WebsiteForm = {
  path: '/edit',
  title: ({ edit }) => edit,
  fields: (texts, { name, returnUrl, sendsReceipts, brand }) => [
    { name: 'name', label: texts.name, hint: texts.nameHint, value: name, maxlength: 255 },
    {
      name: 'contact',
      label: texts.contact,
      hint: texts.contactHint,
      value: brand.contact ?? '',
      maxlength: 255,
      isOptional: true,
    },
    {
      name: 'colour',
      label: texts.colour,
      hint: texts.colourHint,
      value: brand.colour ?? '',
      maxlength: 7,
      isOptional: true,
    },
    {
      name: 'return_url',
      label: texts.return,
      hint: texts.returnHint,
      value: returnUrl ?? '',
      type: 'url',
      isOptional: true,
    },
    {
      name: 'receipts',
      label: texts.receipts,
      hint: texts.receiptsHint,
      value: sendsReceipts ? '1' : '',
      type: 'checkbox',
    },
  ],
  changes: (sent) => ({
    name: sent('name').trim(),
    contact: sent('contact').trim(),
    colour: sent('colour').trim(),
    returnUrl: sent('return_url').trim(),
    sendsReceipts: sent('receipts') === '1',
  }),
};

const CALLBACK: WebsiteForm = {
  path: '/callback',
  title: ({ callbackChange }) => callbackChange,
  fields: (texts, { callbackUrl, testCallbackUrl, refundCallbackUrl, testRefundCallbackUrl }) => [
    {
      name: 'callback_url',
      label: texts.callback,
      hint: texts.callbackHint,
      value: callbackUrl ?? '',
      type: 'url',
      isOptional: true,
    },
    {
      name: 'test_callback_url',
      label: texts.testCallback,
      hint: texts.testCallbackHint,
      value: testCallbackUrl ?? '',
      type: 'url',
      isOptional: true,
    },
    {
      name: 'refund_callback_url',
      label: texts.refundCallback,
      hint: texts.refundCallbackHint,
      value: refundCallbackUrl ?? '',
      type: 'url',
      isOptional: true,
    },
    {
      name: 'test_refund_callback_url',
      label: texts.testRefundCallback,
      hint: texts.testRefundCallbackHint,
      value: testRefundCallbackUrl ?? '',
      type: 'url',
      isOptional: true,
    },
  ],
  text: (context) => {
    const { callbackLocal, callbackLocalHow } = WEBSITE_TEXTS[context.language];
    return html`<p class="soft">${callbackLocal} <a href="${docsHref(context, 'webhooks')}">${callbackLocalHow}</a></p>`;
  },
  changes: (sent) => ({
    callbackUrl: sent('callback_url').trim(),
    testCallbackUrl: sent('test_callback_url').trim(),
    refundCallbackUrl: sent('refund_callback_url').trim(),
    testRefundCallbackUrl: sent('test_refund_callback_url').trim(),
  }),
};

const METHODS: WebsiteForm = {
  path: '/methods',
  title: ({ methods }) => methods,
  fields: (texts, { methods }) => [
    {
      name: 'methods',
      label: texts.methods,
      type: 'checkboxes',
      values: methods,
      options: PAYMENT_METHODS.map((method) => [method, method] as const),
    },
  ],
  changes: (_sent, all) => ({ methods: all('methods') }),
  // Confirmed, because a live website would lose customers who pay with this method.
  confirmed: async (context, website, { methods = [] }) => {
    if ((await lostMethods(context, website, methods)).length > 0) requireTypedName(context, website.name);
  },
};

const LIMIT: WebsiteForm = {
  path: '/limit',
  title: ({ rateLimitChange }) => rateLimitChange,
  fields: (texts, { rateLimitPerMinute }) => [
    {
      name: 'rate_limit_per_minute',
      label: texts.rateLimit,
      hint: texts.rateLimitHint,
      value: rateLimitPerMinute === null ? '' : String(rateLimitPerMinute),
      inputmode: 'numeric',
      maxlength: 4,
      isOptional: true,
    },
  ],
  changes: (sent) => ({ rateLimitPerMinute: readRateLimit(sent('rate_limit_per_minute')) }),
};

export const showEdit = pageOf(EDIT);
export const saveEdit = saveOf(EDIT);
export const showCallback = pageOf(CALLBACK);
export const saveCallback = saveOf(CALLBACK);
export const showMethods = pageOf(METHODS);
export const saveMethods = saveOf(METHODS);
export const showLimit = pageOf(LIMIT);
export const saveLimit = saveOf(LIMIT);

function pageOf(form: WebsiteForm) {
  return async (context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> =>
    showForm(context, form, await visibleWebsite(context, context.params.id ?? ''), fault);
}

function saveOf(form: WebsiteForm) {
  return async (context: SignedInContext): Promise<FastifyReply> => {
    const { request, reply } = context;
    const website = await visibleWebsite(context, context.params.id ?? '');
    const changes = form.changes(
      (name) => formField(request, name),
      (name) => formFields(request, name),
    );
    const names = namesOf(form.fields(WEBSITE_TEXTS[context.language], website));
    await form.confirmed?.(context, website, changes);
    await change(context, website, changes, sentFacts(context, names));
    return seeOther(reply, hrefOf(context, pathOf(website), { done: 'changed' }));
  };
}

/** The methods that a live website would lose: one that is active and has an active live key. */
async function lostMethods(
  context: SignedInContext,
  website: Website,
  wanted: readonly string[],
): Promise<PaymentMethod[]> {
  const lost = website.methods.filter((method) => !wanted.includes(method));
  const isLive = website.deactivatedAtUs === null && (await countActiveKeys(context, website, 'live')) > 0;
  return isLive ? lost : [];
}

/** The losses of a live website, for the confirmation. */
async function methodsQuestion(context: SignedInContext, website: Website): Promise<Html> {
  const texts = CONFIRM_TEXTS[context.language];
  const methods = await lostMethods(context, website, formFields(context.request, 'methods'));
  const count = await countPaidToday(context, website, methods);
  const names = methodsOf(context, { methods });
  return notice('care', html`<p>${texts.methodsText({ methods: names })} ${texts.methodsToday({ count })}</p>`);
}

function namesOf(fields: readonly FormField[]): string[] {
  return fields.map(({ name }) => name);
}

/** Changes a website as the user. Throws OperatorError, also when another user has changed it since the form was shown. */
export function change(
  context: SignedInContext,
  { id }: Website,
  changes: WebsiteChanges,
  seen?: AuditFacts,
): Promise<Website> {
  return context.deps.operator.as(actorOf(context)).changeWebsite(id, changes, seen);
}

async function showForm(
  context: SignedInContext,
  form: WebsiteForm,
  website: Website,
  fault?: OperatorError,
): Promise<FastifyReply> {
  const { language, request } = context;
  const texts = WEBSITE_TEXTS[language];
  const colour = parseColour(fault ? formField(request, 'colour') : (website.brand.colour ?? ''));
  const sample: Html | '' =
    form === EDIT && colour !== undefined
      ? html`<h2>${texts.preview}</h2><div class="sheet" id="colour-sample">${colourSample(colour, texts.pay)}</div>`
      : '';
  const fields = form.fields(texts, website);
  const isAsked = fault?.field === TYPED_NAME;
  const text: Html | '' = isAsked ? await methodsQuestion(context, website) : (form.text?.(context) ?? '');
  const page = {
    title: form.title(texts),
    place: MENU_PATH,
    action: pathOf(website) + form.path,
    submit: texts.save,
    facts: websiteFacts(website),
    changes: namesOf(fields),
    fields: isAsked ? [...fields, typedNameField(context)] : fields,
    top: backLink(context, website),
    text,
    bottom: sample,
  };
  return showEditForm(context, page, fault);
}
