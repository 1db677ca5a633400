import { type Currency, formatAmount, formatRate, type Money, type RateE4 } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import type { Texts } from '../messages/customer/customer-messages.ts';
import type { Language } from '../messages/language.ts';

/** Between a number and its unit, so that the line does not break there. */
const NO_BREAK_SPACE = '\u00a0';

/** Both wallets write 12,500.50 in Kreyòl; French groups with a narrow no-break space. */
const SEPARATORS: Readonly<Record<Language, { readonly group: string; readonly point: string }>> = {
  ht: { group: ',', point: '.' },
  fr: { group: '\u202f', point: ',' },
  en: { group: ',', point: '.' },
};

/**
 * Minor units for display: "12,500.50 HTG", in French "12 500,50 HTG". Whole gourdes have no centimes, which are not in use. With the ISO
 * code, because a "dola" may be 5 gourdes.
 */
export function formatMoney(amountMinor: number, currency: Currency, language: Language): string {
  const number =
    currency === 'HTG' ? formatUnits(amountMinor, language) : withSeparators(formatAmount(amountMinor), language);
  return `${number}${NO_BREAK_SPACE}${currency}`;
}

/** Money in several currencies, which are never added up: "12,500 HTG + 30.00 USD". */
export function formatSums(sums: readonly Money[], language: Language): string {
  return sums.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency, language)).join(' + ');
}

/** Minor units as a bare number, with cents only if there are any: "75,000", in French "75 000". */
export function formatUnits(amountMinor: number, language: Language): string {
  return withSeparators(formatAmount(amountMinor).replace(/\.00$/, ''), language);
}

/** Minor units as a number with two decimals, for columns of amounts: "75,000.00", in French "75 000,00". */
export function formatDecimals(amountMinor: number, language: Language): string {
  return withSeparators(formatAmount(amountMinor), language);
}

function withSeparators(number: string, language: Language): string {
  const { group, point } = SEPARATORS[language];
  const [units = '', cents] = number.split('.');
  return `${units.replace(/\B(?=(\d{3})+$)/g, group)}${cents === undefined ? '' : point + cents}`;
}

/** A share in whole percent. The result is 100 only for the whole, and 0 only for nothing. */
export function percentOf(part: number, whole: number): number {
  return part === 0 || part === whole
    ? (100 * part) / whole
    : Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

/** The decimal sign of a language. */
export function decimalPoint(language: Language): string {
  return SEPARATORS[language].point;
}

/** The rate of a conversion: "1 USD = 130.50 HTG". */
export function formatConversionRate(rateE4: RateE4, language: Language): string {
  const rate = formatRate(rateE4).replace('.', SEPARATORS[language].point);
  return `1 USD = ${rate} HTG`.replaceAll(' ', NO_BREAK_SPACE);
}

/** Eight digits as Haitians write them: "37 00 00 01". */
export function formatPhone(phone: string): string {
  return phone.replace(/(\d\d)(?=\d)/g, `$1${NO_BREAK_SPACE}`);
}

/** A card number in groups of four. */
export function formatCardNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, `$1${NO_BREAK_SPACE}`);
}

/**
 * The name by which customers choose a method. For a card it names the networks, which customers know, and not the
 * provider.
 */
export function methodTitle(method: PaymentMethod, texts: Pick<Texts, 'card' | 'cardBrands'>): string {
  return method === 'lakaypay_card' ? texts.cardBrands : methodName(method, texts);
}

/** A method's name, as text only: the wallets' logos belong to their owners. */
export function methodName(method: PaymentMethod, texts: Pick<Texts, 'card'>): string {
  return { moncash: 'MonCash', natcash: 'NatCash', lakaypay_card: 'LakayPay', card: texts.card }[method];
}

/** The name of a method in a table or a list: `methodName` with a capital letter. */
export function methodLabel(method: PaymentMethod, texts: Pick<Texts, 'card'>): string {
  return capital(methodName(method, texts));
}

/** A text with its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a provider by its code in a payment's history. An unknown code is returned unchanged. */
export function providerName(provider: string): string {
  const names: Readonly<Record<string, string>> = {
    moncash: 'MonCash',
    natcash: 'NatCash',
    lakaypay_card: 'LakayPay',
    stripe: 'Stripe',
  };
  return names[provider] ?? provider;
}
