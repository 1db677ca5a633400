import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Payment } from '../../core/payment.ts';
import { type LinkForm, LinkRefused } from '../../features/links/create-link-payment.ts';
import { isEmailAccepted, isNameAccepted, isPhoneAccepted } from '../../features/links/link-customer.ts';
import { acceptsAmount, type OfferedMethod } from '../../features/links/offered-methods.ts';
import { mostOfLink, type PaymentLink } from '../../features/links/payment-link.ts';
import { findPaymentOfForm } from '../../features/links/store/link-payments.ts';
import { findLink } from '../../features/links/store/payment-links.ts';
import { countRequest } from '../../http/count-request.ts';
import { formField } from '../../http/form-fields.ts';
import { logOf } from '../../http/note-on-request.ts';
import { countAgainst } from '../../platform/limits/count-attempts.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { formatMoney, methodTitle, typedAmount } from '../../platform/wording/format.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { languageOf } from '../send-page.ts';
import type { LinkEnd } from './link-end.ts';
import type { LinkErrors, TypedLink } from './link-view.ts';
import { formIdOf, type LinkExchange, nextFormId, rememberForm, startedPayment } from './started-payment.ts';

/** The maximum length of a submitted value that is shown again: longer than any field accepts. */
const MOST_TYPED = 600;
/** How many payments one form can create, one after another, before the customer gets a new form. */
const MOST_OF_FORM = 20;

/** The result of a form: its payment, why the link cannot be paid, or the form again. */
type Submitted =
  | { readonly payment: Payment }
  | { readonly end: LinkEnd }
  | {
      readonly methods: readonly OfferedMethod[];
      readonly typed: TypedLink;
      readonly errors: LinkErrors;
      readonly token?: string;
      /** The changed link, if the page must show the change. */
      readonly link?: PaymentLink | undefined;
    };

/**
 * Processes a submitted form of a link. Two submits create one payment: if the form's payment is open or paid, sending the form again leads
 * to it. Sending it after that payment failed, or with another method or amount while it is open, creates another payment.
 */
export async function payLink(
  deps: PagesDeps,
  exchange: LinkExchange,
  offer: () => Promise<readonly OfferedMethod[] | LinkEnd>,
): Promise<Submitted> {
  const { request, reply, link } = exchange;
  await countRequest(deps.linkPaymentsByAddress, request);
  const texts = TEXTS[languageOf(request)].link.errors;
  const typed = typedIn(request);
  const token = formField(request, 'form');
  const formId = formIdOf(deps.box, link.id, token);
  const former = formId === undefined ? undefined : await currentPaymentOfForm(deps, formId, { link, typed });
  if (former?.payment) return { payment: former.payment };
  const methods = await offer();
  if (typeof methods === 'string') {
    const started = methods === 'in_use' ? await startedPayment(deps, request, link) : undefined;
    return started && started.status !== 'failed' ? { payment: started } : { end: methods };
  }
  if (former === undefined) return { methods, typed, errors: { form: texts.sendAgain } };
  const { form, errors } = readForm(exchange, methods, typed);
  if (!form) return { methods, typed, errors, token };
  // Counted only here, where a payment is created, so that forms with errors do not use up the link's limit for other
  // customers.
  await countAgainst(deps.linkPaymentsByLink, link.id);
  try {
    const payment = await deps.createForLink(link.id, { ...form, formId: former.formId }, logOf(request));
    rememberForm(reply, deps, link, former.formId);
    return { payment };
  } catch (error) {
    if (error instanceof LinkRefused) {
      const again = { methods, typed, errors: { form: texts.sendAgain } };
      // A form whose payment is no longer stored cannot create another: the page gets a new form.
      if (error.reason === 'form_used') return again;
      if (error.reason !== 'quantity') return refused(error, link) ?? { ...again, token };
      // Other customers have bought units in the meantime.
      const now = (await findLink(deps.db, link.id)) ?? link;
      return { methods, typed, errors: { quantity: texts.quantity({ most: mostOfLink(now) }) }, token, link: now };
    }
    if (!(error instanceof ApiError) || error.code === 'service_unavailable') throw error;
    // The provider refused the payment or its amount. The payment has failed, or was never created.
    const again = error.code.startsWith('amount')
      ? sumFault(link, betweenText(request, link, methods, typed.method))
      : { form: texts.notStarted };
    return { methods, typed, errors: again, token };
  }
}

/** The submitted values, to show them again. */
export function typedIn(request: FastifyRequest): TypedLink {
  const field = (name: string) => formField(request, name).trim().slice(0, MOST_TYPED);
  return {
    amount: field('amount'),
    quantity: field('quantity'),
    method: field('method'),
    name: field('name'),
    phone: field('phone'),
    email: field('email'),
  };
}

/** The form's current payment, or the id for its next payment; undefined once the form has created the maximum. */
async function currentPaymentOfForm(
  { db }: PagesDeps,
  formId: string,
  { link, typed }: { link: PaymentLink; typed: TypedLink },
): Promise<{ formId: string; payment?: Payment } | undefined> {
  let id = formId;
  // Each payment of the form costs a lookup: without a maximum, an attacker could make each submit slower than the one before.
  for (let made = 0; made < MOST_OF_FORM; made++) {
    const payment = await findPaymentOfForm(db, id);
    if (!payment) return { formId: id };
    if (payment.status === 'completed' || (payment.status !== 'failed' && isSamePayment(payment, link, typed))) {
      return { formId: id, payment };
    }
    id = nextFormId(formId, payment.id);
  }
  return undefined;
}

/** Whether an open payment is the one that this form requests. */
function isSamePayment(payment: Payment, link: PaymentLink, typed: TypedLink): boolean {
  const asked = payment.originalAmountMinor ?? payment.amountMinor;
  return payment.method === typed.method && amountOf(link, typed) === asked;
}

/** An error in the amount to pay, shown next to the field that decides it. */
function sumFault({ amountMode, maxQuantity }: PaymentLink, error: string): LinkErrors {
  if (amountMode !== 'fixed') return { amount: error };
  return maxQuantity > 1 ? { quantity: error } : { form: error };
}

/** How many units were typed; undefined if it is no quantity of this link. */
function quantityOf({ maxQuantity }: PaymentLink, { quantity }: TypedLink): number | undefined {
  // Without the field, it is one.
  if (maxQuantity === 1 || quantity === '') return 1;
  const count = /^\d{1,2}$/.test(quantity) ? Number(quantity) : 0;
  return count >= 1 && count <= maxQuantity ? count : undefined;
}

/** The amount to pay by the typed amount or quantity, minor units; undefined if neither is valid. */
function amountOf(link: PaymentLink, typed: TypedLink): number | undefined {
  if (link.amountMode !== 'fixed') return typedAmount(typed.amount);
  const quantity = quantityOf(link, typed);
  return quantity && (link.amountMinor ?? 0) * quantity;
}

/** The submitted values, or all errors in them. */
function readForm(
  { request, link }: LinkExchange,
  methods: readonly OfferedMethod[],
  typed: TypedLink,
): { form?: Omit<LinkForm, 'formId'>; errors: LinkErrors } {
  const {
    link: { errors: texts },
    receipt,
  } = TEXTS[languageOf(request)];
  const method = methods.find((each) => each.method === typed.method);
  const amountMinor = amountOf(link, typed);
  const quantity = quantityOf(link, typed) ?? 0;
  const most = mostOfLink(link);
  const isFixed = link.amountMode === 'fixed';
  let amount: string | undefined;
  if (isFixed && (quantity < 1 || quantity > most)) amount = texts.quantity({ most });
  else if (!isFixed && typed.amount === '') amount = texts.amountEmpty;
  else if (amountMinor === undefined) amount = texts.amountFormat;
  else if (method && !acceptsAmount(method, amountMinor)) {
    const isInside = amountMinor >= method.leastMinor && amountMinor <= method.mostMinor;
    amount = isInside ? texts.wholeGourdes : betweenText(request, link, methods, typed.method);
  }
  const customer = { customerName: typed.name, customerPhone: typed.phone, customerEmail: typed.email };
  const errors: LinkErrors = {
    ...(amount !== undefined && sumFault(link, amount)),
    ...(!method && { method: texts.method }),
    ...(!isNameAccepted(link, customer) && { name: texts.name }),
    ...(!isPhoneAccepted(link, customer) && { phone: texts.phone }),
    ...(!isEmailAccepted(link, customer) && { email: receipt.emailWrong }),
  };
  if (Object.keys(errors).length > 0 || !method) return { errors };
  return { form: { method: method.method, amountMinor: amountMinor ?? null, quantity, ...customer }, errors };
}

function betweenText(
  request: FastifyRequest,
  { currency }: PaymentLink,
  methods: readonly OfferedMethod[],
  chosen: string,
): string {
  const language = languageOf(request);
  const texts = TEXTS[language];
  const method = methods.find((each) => each.method === chosen) ?? methods[0];
  if (!method) return texts.link.errors.amountFormat;
  const money = (minor: number) => formatMoney(minor, currency, language);
  return texts.link.errors.amountBetween({
    method: methodTitle(method.method, texts),
    least: money(method.leastMinor),
    most: money(method.mostMinor),
  });
}

/** Why a link that has changed since it was read can no longer be paid. */
function refused({ reason }: LinkRefused, { isSingleUse }: PaymentLink): { end: LinkEnd } | undefined {
  switch (reason) {
    case 'sold_out':
      return { end: isSingleUse ? 'used' : 'sold_out' };
    case 'unknown':
    case 'expired':
    case 'deactivated':
    case 'in_use':
      return { end: reason };
    case 'website_inactive':
      return { end: 'closed' };
    default:
      return undefined;
  }
}
