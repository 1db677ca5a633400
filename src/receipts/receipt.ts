import type { Money } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { webUrl } from '../lib/web-url.ts';
import { TEXTS } from '../messages/customer/customer-messages.ts';
import type { Language } from '../messages/language.ts';
import type { Provider } from '../providers/provider.ts';
import type { Website } from '../storage/websites.ts';
import { formatConversionRate, formatMoney, methodName } from '../wording/format.ts';
import { formatHaitiTime } from '../wording/format-haiti-time.ts';

/** A line of a receipt, in one language. Values may hold what merchants and customers wrote: escape them. */
export interface ReceiptLine {
  readonly label: string;
  readonly value: string;
  /** The sum that was paid. */
  readonly isTotal?: true;
}

/** What a receipt is made from. */
export interface Paid {
  /** A completed one. */
  readonly payment: Payment;
  /** Undefined when nothing is known of it. */
  readonly website: Pick<Website, 'name' | 'returnUrl' | 'brand'> | undefined;
  /** What the card was charged, where that was another currency: what the customer finds on the statement. */
  readonly charged: Money | undefined;
}

/** What a card is charged in place of a payment's amount, in another currency; undefined when it is charged that amount. */
export function chargedOtherwise(payment: Payment, provider: Provider | undefined): Money | undefined {
  const charged = provider?.cardFields?.chargeOf(payment);
  return charged && charged.currency !== payment.currency ? charged : undefined;
}

/**
 * What a completed payment's receipt says, line by line, in a language: on its page, in print and in an e-mail. The total is what
 * was asked of the wallet or card: a fee of theirs is not known here. Times are those of Haiti.
 */
export function receiptLines({ payment, website, charged }: Paid, language: Language): ReceiptLine[] {
  const texts = TEXTS[language];
  const { receipt } = texts;
  const { amountMinor, currency, originalAmountMinor, rateE4 } = payment;
  const paidAtUs = payment.finishedAtUs ?? payment.createdAtUs;
  const lines: (readonly [label: string, value: string | null | undefined])[] = [
    [texts.merchant, website?.name],
    contactLine(website, language),
    [texts.amount, originalAmountMinor === null ? null : formatMoney(originalAmountMinor, 'USD', language)],
    [receipt.rate, rateE4 === null ? null : formatConversionRate(rateE4, language)],
    [receipt.total, formatMoney(amountMinor, currency, language)],
    [receipt.charged, charged && formatMoney(charged.amountMinor, charged.currency, language)],
    [receipt.method, capital(methodName(payment.method, texts))],
    [receipt.date, receipt.haitiTime({ moment: formatHaitiTime(paidAtUs, language) })],
    [texts.transaction, String(payment.id)],
    [texts.reference, payment.reference],
    [texts.description, payment.description],
  ];
  return lines.flatMap(([label, value]) => {
    if (typeof value !== 'string' || value.trim() === '') return [];
    return [{ label, value, ...(label === receipt.total && { isTotal: true as const }) }];
  });
}

/** How to reach the merchant: as the operator says, else by the site that customers return to. Null when nothing is known. */
export function contactLine(website: Paid['website'], language: Language): readonly [string, string | null] {
  const { receipt } = TEXTS[language];
  if (website?.brand.contact) return [receipt.contact, website.brand.contact];
  return [receipt.site, webUrl(website?.returnUrl)?.host ?? null];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
