import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import { phoneDigits } from '../../features/payments/search-terms.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { findPaymentsByText } from '../../features/payments/store/find-by-text.ts';
import { readTermFill } from '../../features/payments/store/payment-terms.ts';
import { type Returned, returnedOf } from '../../features/refunds/store/returned-money.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { SEARCH_TEXTS } from '../../platform/messages/search/search-messages.ts';
import { formatMoney, formatSums, methodName, percentOf } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { factsView, notice, timeView } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { visiblePayment, visibleWebsites } from '../visible.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';
import { paymentColumns } from './payment-columns.ts';

/** The data by which two payments have the same customer. */
const CUSTOMER_FIELDS = ['phone', 'email'] as const;
type CustomerField = (typeof CUSTOMER_FIELDS)[number];

/** The payments that are read to find and to add up those of a customer. */
const MOST_READ = 500;
const MOST_SHOWN = 50;
const LEAST_DIGITS = 4;

/**
 * All payments of the customer of one payment: with the same phone number, or the same e-mail address, of that payment's mode. The address
 * names the payment, not the customer: servers in front of the gateway may log addresses.
 */
export async function showCustomer(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, language } = context;
  const texts = SEARCH_TEXTS[language];
  const payment = await visiblePayment(context, context.params.id ?? '');
  const known = CUSTOMER_FIELDS.filter((field) => contactOf(payment, field) !== '');
  const by = known.find((field) => field === queryField(context.request, 'by')) ?? known[0];
  if (by === undefined) throw new ApiError('not_found');
  const value = contactOf(payment, by);
  const filter = { mode: payment.mode, websiteIds: who.websiteIds ?? undefined, limit: MOST_READ };
  const [found, fill] = await Promise.all([findPaymentsByText(deps.db, filter, value), readTermFill(deps.db)]);
  // While older payments are being indexed, the search may not find the payment itself.
  const payments = [
    payment,
    ...found.payments.filter((each) => each.id !== payment.id && contactOf(each, by) === value),
  ];
  payments.sort((a, b) => b.id - a.id);
  const isWhole = found.nextBefore === undefined && found.endedAt === undefined;
  const shown = payments.slice(0, MOST_SHOWN);
  const paidIds = payments.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const [evidence, returned, websites] = await Promise.all([
    readEvidence(deps.db, shown),
    returnedOf(deps.db, paidIds),
    visibleWebsites(context),
  ]);
  const names = websites.length > 1 ? new Map(websites.map(({ id, name }) => [id, name])) : undefined;
  const others = known
    .filter((field) => field !== by)
    .map((field) => {
      const href = hrefOf(context, `${PAYMENTS_PLACE}/${payment.id}/customer`, { by: field });
      return html`<a class="button quiet" href="${href}"><span>${texts.by[field]}: <bdi>${contactOf(payment, field)}</bdi></span></a>`;
    });
  const filling = fill === null ? '' : notice('care', html`<p>${LIST_TEXTS[language].filling}</p>`);
  const content = html`${filling}<p>${texts.customerText[by]}</p>
<div class="sheet">${customerFacts(context, payments, { by, value, isWhole, returned })}</div>${others.length > 0 ? html`<p class="row">${others}</p>` : ''}
<h2>${texts.payments}</h2>${tableView(shown, { caption: texts.payments, columns: paymentColumns(context, evidence, names), empty: '' })}
${payments.length > shown.length || !isWhole ? html`<p><a class="button quiet" href="${hrefOf(context, PAYMENTS_PLACE, { q: value, mode: payment.mode })}">${texts.allPayments}</a></p>` : ''}`;
  return context.show({ title: texts.customer, content, place: PAYMENTS_PLACE, mode: payment.mode });
}

function customerFacts(
  { language }: SignedInContext,
  payments: readonly Payment[],
  { by, value, isWhole, returned }: { by: CustomerField; value: string; isWhole: boolean; returned: Returned },
): Html {
  const texts = SEARCH_TEXTS[language];
  const paid = payments.filter(({ status }) => status === 'completed');
  const final = payments.filter(({ status }) => isFinal(status));
  const names = [...new Set(payments.map(({ customerName }) => customerName))];
  const methods = [...new Set(payments.map(({ method }) => method))];
  const sums = [...new Set(paid.map(({ currency }) => currency))].map((currency) => {
    const minor = paid.filter((each) => each.currency === currency).reduce((sum, each) => sum + each.amountMinor, 0);
    return formatMoney(minor, currency, language);
  });
  const [newest, oldest] = [payments[0], payments.at(-1)];
  return factsView([
    [texts.by[by], html`<bdi>${value}</bdi>`],
    [LIST_TEXTS[language].customer, html`<bdi>${names.slice(0, 3).join(', ')}${names.length > 3 ? '…' : ''}</bdi>`],
    [texts.paid, html`<strong>${sums.join(' + ') || formatMoney(0, 'HTG', language)}</strong>`],
    [
      texts.returned,
      returned.payments === 0
        ? null
        : html`${texts.returnedText({ sums: formatSums(returned.sums, language), count: returned.payments })}`,
    ],
    [
      texts.payments,
      html`${texts.counts({ all: payments.length, paid: paid.length })}${isWhole ? '' : html` ${texts.newestOnly}`}`,
    ],
    [
      texts.success,
      final.length === 0
        ? null
        : html`${texts.successText({ paid: paid.length, final: final.length, percent: percentOf(paid.length, final.length) })}`,
    ],
    [PAYMENT_TEXTS[language].method, html`${methods.map((each) => methodName(each, TEXTS[language])).join(', ')}`],
    [texts.last, newest ? timeView(newest.createdAtUs, language) : null],
    [texts.first, oldest ? timeView(oldest.createdAtUs, language) : null],
  ]);
}

/** The phone number as digits with the country code, however it was written, or the e-mail address in one case; empty if the payment has none. */
function contactOf({ customerPhone, customerEmail }: Payment, field: CustomerField): string {
  return field === 'phone' ? phoneDigits(customerPhone ?? '') : (customerEmail ?? '').toLowerCase();
}

/** The customers among these payments whose phone number or e-mail address a typed text may be, each with a payment of theirs. */
export function customersMeant(
  payments: readonly Payment[],
  text: string,
): { readonly paymentId: number; readonly by: CustomerField; readonly value: string }[] {
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '';
  const isPart = (value: string, field: CustomerField) =>
    field === 'phone'
      ? digits.length >= LEAST_DIGITS && value.endsWith(digits)
      : text.includes('@') && value.startsWith(text.toLowerCase());
  const found = payments.flatMap((payment) =>
    CUSTOMER_FIELDS.map((by) => ({ paymentId: payment.id, by, value: contactOf(payment, by) })),
  );
  const meant = found.filter(({ by, value }) => value !== '' && isPart(value, by));
  return [...new Map(meant.toReversed().map((each) => [each.value, each])).values()].toReversed().slice(0, 5);
}
