import type { Money } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { momentOf } from '../../core/timestamps.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { webUrl } from '../../platform/network/web-url.ts';
import {
  formatConversionRate,
  formatHaitiDay,
  formatHaitiTime,
  formatMoney,
  methodLabel,
} from '../../platform/wording/format.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Website } from '../websites/store/websites.ts';
import type { ReceiptRecord } from './store/receipts.ts';

/** A line of a receipt, in one language. Values may contain text of merchants and customers: escape them. */
export interface ReceiptLine {
  readonly label: string;
  readonly value: string;
  /** The total that was paid. */
  readonly isTotal?: true;
}

/** The data of a receipt. */
export interface Paid {
  /** A completed payment. */
  readonly payment: Payment;
  /** Undefined when the website is unknown. */
  readonly website: Pick<Website, 'name' | 'returnUrl' | 'brand'> | undefined;
  /**
   * The amount that the card was charged, if in another currency. The customer finds this amount on the card statement.
   */
  readonly charged: Money | undefined;
  readonly back: readonly MoneyBack[];
}

/**
 * Money of a completed payment that was refunded, that its provider reported as returned to the customer, or that the customer's bank holds in
 * a dispute.
 */
export interface MoneyBack {
  readonly money: Money;
  /** Whether the money is held in a dispute that the bank has not decided. */
  readonly isHeld: boolean;
  /** Whether this is a successful refund of this gateway. */
  readonly isRefund?: true;
  /** When it was refunded or reported; for held money, when it was last seen. */
  readonly atUs: number;
}

/** The maximum number of these lines, so that they fit on a receipt. */
const MOST_BACK = 10;

/**
 * The amount that a card is charged instead of a payment's amount, in another currency; undefined when it is charged
 * the payment's amount.
 */
export function chargedOtherwise(payment: Payment, provider: Provider | undefined): Money | undefined {
  const charged = provider?.cardFields?.chargeOf(payment);
  return charged && charged.currency !== payment.currency ? charged : undefined;
}

/**
 * The lines of a completed payment's receipt in a language, for its page, print and an e-mail. The total is the amount
 * charged to the wallet or card: the provider's own fee is not known here. Times are in Haiti's time zone.
 */
export function receiptLines({ payment, website, charged, back }: Paid, language: Language): ReceiptLine[] {
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
    ...back.slice(0, MOST_BACK).map(({ money, isHeld, isRefund, atUs }) => {
      const sum = formatMoney(money.amountMinor, money.currency, language);
      return [
        isHeld ? receipt.held : isRefund ? receipt.refunded : receipt.back,
        `${sum} (${formatHaitiDay(atUs, language)})`,
      ] as const;
    }),
    [receipt.method, methodLabel(payment.method, texts)],
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

/** The sentences of a receipt about money that went back or is held: the receipt must not claim it as paid without them. */
export function backTexts(back: Paid['back'], language: Language): string[] {
  const { receipt } = TEXTS[language];
  return [
    ...(back.some(({ isRefund }) => isRefund) ? [receipt.refundedText] : []),
    ...(back.some(({ isHeld, isRefund }) => !isHeld && !isRefund) ? [receipt.backText] : []),
    ...(back.some(({ isHeld }) => isHeld) ? [receipt.heldText] : []),
  ];
}

/**
 * How to reach the merchant: the contact set by the operator, otherwise the site that customers return to. Null when
 * neither is known.
 */
export function contactLine(website: Paid['website'], language: Language): readonly [string, string | null] {
  const { receipt } = TEXTS[language];
  if (website?.brand.contact) return [receipt.contact, website.brand.contact];
  return [receipt.site, webUrl(website?.returnUrl)?.host ?? null];
}

/** The status of a receipt by e-mail, as JSON for operators. */
export function receiptJson(receipt: ReceiptRecord): Record<string, unknown> {
  return {
    status: receipt.status,
    attempts: receipt.attempts,
    next_attempt_at: momentOf(receipt.nextAttemptAtUs),
    ended_at: momentOf(receipt.endedAtUs),
    error: receipt.error,
  };
}
