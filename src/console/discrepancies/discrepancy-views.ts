import type { Money } from '../../core/money.ts';
import { type Discrepancy, differenceOf, RECEIVED_KINDS } from '../../features/payments/discrepancies/discrepancy.ts';
import type { OpenDiscrepancies } from '../../features/payments/discrepancies/store/discrepancies.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { around } from '../../platform/messages/catalogue.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { formatMoney, methodName } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { requestButton } from '../refunds/refund-views.ts';
import { badge, copyable, notice, paymentLink } from '../views/parts.ts';

export const DISCREPANCIES_PATH = '/discrepancies';

/** The gateway's side of the payment. */
export function askedText({ expected, namedId, mayBeArchived }: Discrepancy, language: Language): string {
  const texts = DISCREPANCY_TEXTS[language];
  if (expected) return formatMoney(expected.amountMinor, expected.currency, language);
  if (namedId == null) return texts.noPayment;
  return mayBeArchived ? texts.mayBeArchived : texts.notStored;
}

/** The provider's side of the payment. */
export function cameText({ reported, kind }: Discrepancy, language: Language): string {
  const texts = DISCREPANCY_TEXTS[language];
  if (reported) return formatMoney(reported.amountMinor, reported.currency, language);
  return kind === 'not_paid' ? texts.nothingCame : texts.noAmount;
}

/** A difference in words and with its colour: "1 HTG too much". */
export function differenceView(difference: Money | null, language: Language): Html {
  const texts = DISCREPANCY_TEXTS[language];
  if (!difference) return html`<span class="soft">${texts.unknownDifference}</span>`;
  const { amountMinor, currency } = difference;
  const money = formatMoney(Math.abs(amountMinor), currency, language);
  if (amountMinor === 0) return html`${money}`;
  const [tone, words] = amountMinor < 0 ? ['bad', texts.missing({ money })] : ['care', texts.surplus({ money })];
  return html`<span class="money ${tone}">${words}</span>`;
}

/** Whether the discrepancy is open, as a badge. */
export function discrepancyBadge({ settledAtUs }: Discrepancy, language: Language): Html {
  const texts = DISCREPANCY_TEXTS[language];
  return settledAtUs === null ? badge('care', texts.open) : badge('good', texts.settled);
}

/** The transaction id: a link to a stored payment, or only the id of an unknown one. */
export function paymentView(context: SignedInContext, { paymentId, namedId }: Discrepancy): Html | '' {
  return paymentId === null && namedId != null ? html`<bdi>${namedId}</bdi>` : paymentLink(context, paymentId);
}

/** What a discrepancy means and what to do: for operators, who resolve it, or for the merchant whose payment it is. */
export function meaningView(context: SignedInContext, discrepancy: Discrepancy): Html {
  const texts = DISCREPANCY_TEXTS[context.language];
  const orderPaid = orderPaidView(context, discrepancy);
  if (context.who.websiteIds === null) return orderPaid || html`<p>${texts.meanings[discrepancy.kind]}</p>`;
  const sides = { asked: askedText(discrepancy, context.language), came: cameText(discrepancy, context.language) };
  const text = texts.forMerchants[discrepancy.kind];
  return html`${orderPaid || html`<p>${typeof text === 'string' ? text : text(sides)}</p>`}
<p>${texts.whomToAsk({ id: discrepancy.id })}</p>`;
}

/** That another payment had paid the order of this one; empty if none had. */
function orderPaidView(context: SignedInContext, discrepancy: Discrepancy): Html | '' {
  const { who, language } = context;
  const { kind, orderPaidBy } = discrepancy;
  if (kind !== 'paid_after_failure' || orderPaidBy === null) return '';
  const texts = DISCREPANCY_TEXTS[language];
  const came = cameText(discrepancy, language);
  const text = ({ payment }: { payment: string }) =>
    who.websiteIds === null ? texts.orderPaid({ payment }) : texts.orderPaidForMerchants({ came, payment });
  const [before, after] = around(text, 'payment');
  return html`<p>${before}${paymentLink(context, orderPaidBy)}${after}</p>`;
}

/** Both amounts. The text for merchants already contains them. */
function sidesView({ who, language }: SignedInContext, discrepancy: Discrepancy): Html | '' {
  if (who.websiteIds !== null) return '';
  const texts = DISCREPANCY_TEXTS[language];
  const { colon } = TEXTS[language];
  return html`<p>${texts.asked}${colon} <strong>${askedText(discrepancy, language)}</strong> · ${texts.came}${colon} <strong>${cameText(discrepancy, language)}</strong></p>`;
}

/** The open discrepancies of a payment, above everything else on its page; empty if there are none. */
export function openCasesView(context: SignedInContext, discrepancies: readonly Discrepancy[]): Html | '' {
  const texts = DISCREPANCY_TEXTS[context.language];
  const open = discrepancies.filter(({ settledAtUs }) => settledAtUs === null);
  if (open.length === 0) return '';
  const cases = open.map(
    (one) =>
      html`<h2>${texts.kinds[one.kind]}${TEXTS[context.language].colon} ${differenceView(differenceOf(one), context.language)}</h2>${sidesView(context, one)}${meaningView(context, one)}
<p><a href="${hrefOf(context, `${DISCREPANCIES_PATH}/${one.id}`)}">${texts.show}</a></p>`,
  );
  return notice('care', html`${cases}`);
}

/** How the operator gives surplus money back. Peye refunds only completed payments, so this money is returned in the provider's portal. */
export function giveBackView(
  context: SignedInContext,
  { kind, method, providerRef, paymentId, expected }: Discrepancy,
): Html | '' {
  const { language } = context;
  if (!RECEIVED_KINDS.includes(kind)) return '';
  const texts = REFUND_TEXTS[language];
  const isPaid = expected?.status === 'completed' && paymentId !== null;
  const text = isPaid ? texts.giveBackTwice : texts.giveBackPortal;
  const named = { method: methodName(method, TEXTS[language]) };
  const [before, after] = around(({ number }: { number: string }) => text({ ...named, number }), 'number');
  const whole = isPaid
    ? html`<p class="row"><span>${texts.giveBackWhole}</span> ${requestButton(context, paymentId)}</p>`
    : '';
  return html`<div class="sheet"><h2>${texts.giveBack}</h2><p>${before}${copyable(providerRef)}${after}</p>${whole}</div>`;
}

/**
 * The sums of open discrepancies for each website, with missing money separate from surplus; empty if there are none.
 */
export function openByWebsiteView(
  context: SignedInContext,
  sums: readonly OpenDiscrepancies[],
  websites: readonly Website[],
): Html | '' {
  const { language } = context;
  const texts = DISCREPANCY_TEXTS[language];
  if (sums.length === 0) return '';
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const items = [...Map.groupBy(sums, ({ websiteId }) => websiteId)].map(([websiteId, own]) => {
    const totals = new Map<string, Money>();
    for (const { difference } of own) {
      if (!difference || difference.amountMinor === 0) continue;
      const { amountMinor, currency } = difference;
      const key = `${currency} ${amountMinor < 0}`;
      totals.set(key, { currency, amountMinor: amountMinor + (totals.get(key)?.amountMinor ?? 0) });
    }
    const count = own.reduce((sum, each) => sum + each.count, 0);
    const name =
      websiteId === null
        ? html`${texts.noWebsite}`
        : html`<a href="${hrefOf(context, DISCREPANCIES_PATH, { state: 'open', website: websiteId })}"><bdi>${names.get(websiteId) ?? websiteId}</bdi></a>`;
    const money = [...totals.values()]
      .sort((one, other) => one.amountMinor - other.amountMinor)
      .map((total, at) => html`${at > 0 ? ',' : ''} ${differenceView(total, language)}`);
    // If an amount is not known, the sum is incomplete, and the line says so.
    const isUnknown = own.some(({ difference }) => difference === null);
    if (money.length === 0 || isUnknown) {
      money.push(html`${money.length > 0 ? ',' : ''} ${differenceView(null, language)}`);
    }
    return { least: Math.min(0, ...[...totals.values()].map(({ amountMinor }) => amountMinor)), name, money, count };
  });
  const lines = items
    .sort((one, other) => one.least - other.least)
    .map(
      ({ name, money, count }) =>
        html`<li>${name}${TEXTS[language].colon}${money} <span class="soft">· ${texts.openCount({ count })}</span></li>`,
    );
  return html`<div class="sheet"><h2>${texts.openByWebsite}</h2><ul class="sums">${lines}</ul></div>`;
}
