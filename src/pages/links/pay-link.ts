import type { FastifyRequest } from 'fastify';
import { countAgainst } from '../../auth/count-against.ts';
import { ApiError } from '../../domain/errors.ts';
import type { Payment } from '../../domain/payment.ts';
import type { PaymentLink } from '../../domain/payment-link.ts';
import { countRequest } from '../../http/count-request.ts';
import { formField } from '../../http/form-fields.ts';
import { logOf } from '../../http/log-of.ts';
import { TEXTS } from '../../messages/customer/customer-messages.ts';
import { type LinkForm, LinkRefused } from '../../payments/links/create-link-payment.ts';
import { isNameTaken, isPhoneTaken } from '../../payments/links/link-customer.ts';
import { type OfferedMethod, takes } from '../../payments/links/offered-methods.ts';
import { findPaymentOfForm } from '../../storage/links/link-payments.ts';
import { formatMoney, methodName } from '../../wording/format.ts';
import { typedAmount } from '../../wording/typed-amount.ts';
import { languageOf } from '../messages.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { formIdOf, nextFormId } from './form-token.ts';
import type { LinkEnd } from './link-end.ts';
import type { LinkExchange } from './link-exchange.ts';
import type { LinkErrors, TypedLink } from './link-view.ts';
import { rememberForm, startedPayment } from './started-payment.ts';

/** The maximum length of a submitted value that is shown again: longer than any field accepts. */
const MOST_TYPED = 600;
/** The number of successive payments that one form can create before its sender needs a new form. */
const MOST_OF_FORM = 20;

/** The result of a form: its payment, why the link cannot be paid, or the form again. */
type Paid =
  | { readonly payment: Payment }
  | { readonly end: LinkEnd }
  | {
      readonly methods: readonly OfferedMethod[];
      readonly typed: TypedLink;
      readonly errors: LinkErrors;
      readonly token?: string;
    };

/**
 * Processes a submitted form of a link. Two submits create one payment: if the form's payment is open or paid, sending the form again leads
 * to it. After a failed payment it creates another; so it does if the customer has changed what to pay.
 */
export async function payLink(
  deps: PagesDeps,
  exchange: LinkExchange,
  offer: () => Promise<readonly OfferedMethod[] | LinkEnd>,
): Promise<Paid> {
  const { request, reply, link } = exchange;
  await countRequest(deps.linkPaymentsByAddress, request);
  const texts = TEXTS[languageOf(request)].link.errors;
  const typed = typedIn(request);
  const token = formField(request, 'form');
  const formId = formIdOf(deps.box, link.id, token);
  const former = formId === undefined ? undefined : await lastOfForm(deps, formId, { link, typed });
  if (former?.payment) return { payment: former.payment };
  const methods = await offer();
  if (typeof methods === 'string') {
    const started = methods === 'in_use' ? await startedPayment(deps, request, link) : undefined;
    return started && started.status !== 'failed' ? { payment: started } : { end: methods };
  }
  if (former === undefined) return { methods, typed, errors: { form: texts.sendAgain } };
  const { form, errors } = readForm(exchange, methods, typed);
  if (!form) return { methods, typed, errors, token };
  // Only forms that start a payment count: forms that start none do not use up the link's limit for its customers.
  await countAgainst(deps.linkPaymentsByLink, link.id);
  try {
    const payment = await deps.createOfLink(link.id, { ...form, formId: former.formId }, logOf(request));
    rememberForm(reply, deps, link, former.formId);
    return { payment };
  } catch (error) {
    if (error instanceof LinkRefused) {
      const again = { methods, typed, errors: { form: texts.sendAgain } };
      // A form whose payment is no longer stored cannot create another: the page gets a new form.
      if (error.reason === 'form_used') return again;
      return refused(error, link) ?? { ...again, token };
    }
    if (!(error instanceof ApiError) || error.code === 'service_unavailable') throw error;
    // The provider refused the payment or its amount: the payment has failed, or was never created.
    const again = error.code.startsWith('amount')
      ? { amount: betweenText(request, link, methods, typed.method) }
      : { form: texts.notStarted };
    return { methods, typed, errors: again, token };
  }
}

function typedIn(request: FastifyRequest): TypedLink {
  const field = (name: string) => formField(request, name).trim().slice(0, MOST_TYPED);
  return { amount: field('amount'), method: field('method'), name: field('name'), phone: field('phone') };
}

/** The form's current payment, or the id for its next payment; undefined once the form has created the maximum. */
async function lastOfForm(
  { db }: PagesDeps,
  formId: string,
  { link, typed }: { link: PaymentLink; typed: TypedLink },
): Promise<{ formId: string; payment?: Payment } | undefined> {
  let id = formId;
  // Each payment is a lookup: an unlimited form would cost its sender nothing, and the gateway more each time.
  for (let made = 0; made < MOST_OF_FORM; made++) {
    const payment = await findPaymentOfForm(db, id);
    if (!payment) return { formId: id };
    if (payment.status === 'completed' || (payment.status !== 'failed' && isSame(payment, link, typed))) {
      return { formId: id, payment };
    }
    id = nextFormId(formId, payment.id);
  }
  return undefined;
}

/** Whether an open payment is the one that this form requests. */
function isSame(payment: Payment, link: PaymentLink, typed: TypedLink): boolean {
  const asked = payment.originalAmountMinor ?? payment.amountMinor;
  const isAmount = link.amountMode === 'fixed' || typedAmount(typed.amount) === asked;
  return payment.method === typed.method && isAmount;
}

/** The submitted values, or all errors in them. */
function readForm(
  { request, link }: LinkExchange,
  methods: readonly OfferedMethod[],
  typed: TypedLink,
): { form?: Omit<LinkForm, 'formId'>; errors: LinkErrors } {
  const texts = TEXTS[languageOf(request)].link.errors;
  const method = methods.find((each) => each.method === typed.method);
  const amountMinor = link.amountMode === 'fixed' ? null : typedAmount(typed.amount);
  const isAmountAsked = amountMinor !== null;
  let amount: string | undefined;
  if (isAmountAsked && typed.amount === '') amount = texts.amountEmpty;
  else if (amountMinor === undefined) amount = texts.amountFormat;
  else if (isAmountAsked && method && !takes(method, amountMinor)) {
    const isInside = amountMinor >= method.leastMinor && amountMinor <= method.mostMinor;
    amount = isInside ? texts.wholeGourdes : betweenText(request, link, methods, typed.method);
  }
  const customer = { customerName: typed.name, customerPhone: typed.phone };
  const errors: LinkErrors = {
    ...(amount !== undefined && { amount }),
    ...(!method && { method: texts.method }),
    ...(!isNameTaken(link, customer) && { name: texts.name }),
    ...(!isPhoneTaken(link, customer) && { phone: texts.phone }),
  };
  if (Object.keys(errors).length > 0 || !method) return { errors };
  return { form: { method: method.method, amountMinor: amountMinor ?? null, ...customer }, errors };
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
    method: methodName(method.method, texts),
    least: money(method.leastMinor),
    most: money(method.mostMinor),
  });
}

/** Why a link that has changed since it was read cannot be paid any more. */
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
