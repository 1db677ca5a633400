import { type Currency, formatAmount, formatRate, type Money, type RateE4 } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import { haitiClock, startOfHaitiDayUs } from '../clock/haiti-time.ts';
import type { Texts } from '../messages/customer/customer-messages.ts';
import type { Language } from '../messages/language.ts';

/** Longer than any amount that can be paid. */
const MAX_DIGITS = 13;

/** Between a number and its unit. */
const SPACE = '\u00a0';

/** Written out, because no runtime supports Kreyòl, and some would silently use English. */
const MONTHS: Readonly<Record<Language, string>> = {
  ht: 'janvye fevriye mas avril me jen jiyè out septanm oktòb novanm desanm',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  en: 'January February March April May June July August September October November December',
};

/** Abbreviated as in the newspapers of each language. */
const SHORT_MONTHS: Readonly<Record<Language, string>> = {
  ht: 'jan fev mas avr me jen jiy out sep okt nov des',
  fr: 'janv. févr. mars avr. mai juin juill. août sept. oct. nov. déc.',
  en: 'Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec',
};

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

/** A time to the minute in Haiti's time zone, as each language writes it, from microseconds since 1970: "23 mas 2026, 14:05". */
export function formatHaitiTime(us: number, language: Language): string {
  const { date, time } = partsOf(us, language, { months: MONTHS, seconds: false });
  return `${date}, ${time}`;
}

/** The day of a time in Haiti's time zone: "23 mas 2026". */
export function formatHaitiDay(us: number, language: Language): string {
  return partsOf(us, language, { months: MONTHS, seconds: false }).date;
}

/** The month of a time in Haiti's time zone: "mas 2026". */
export function formatHaitiMonth(us: number, language: Language): string {
  const { month, year } = haitiClock(us);
  return `${MONTHS[language].split(' ')[month - 1]} ${year}`;
}

/** A time for a narrow column, with the month abbreviated: "22 Nov 2026" and "2:05 pm", or "2:05:31 pm". */
export function formatShortHaitiTime(
  us: number,
  language: Language,
  { seconds = false } = {},
): { date: string; time: string } {
  return partsOf(us, language, { months: SHORT_MONTHS, seconds });
}

/**
 * Days in Haiti, from the first to the last, counted since 1970: "22 Nov", "24 Oct–22 Nov". The year follows if it is not the year of
 * `today`.
 */
export function formatDays(
  first: number,
  last: number,
  { language, today }: { language: Language; today: number },
): string {
  const yearOf = (day: number) => haitiClock(startOfHaitiDayUs(day)).year;
  const hasYear = yearOf(first) !== yearOf(today) || yearOf(last) !== yearOf(today);
  const [start, end] = [first, last].map((day) => {
    const { date } = formatShortHaitiTime(startOfHaitiDayUs(day), language);
    return (hasYear ? date : date.replace(/ \d{4}$/, '')).replaceAll(' ', '\u00a0');
  });
  return start === end ? `${start}` : `${start}–${end}`;
}

function partsOf(
  us: number,
  language: Language,
  { months, seconds }: { months: typeof MONTHS; seconds: boolean },
): { date: string; time: string } {
  const { day, month, year, hour, minute, second } = haitiClock(us);
  const name = months[language].split(' ')[month - 1];
  const first = { ht: '1ye', fr: '1er', en: '1' }[language];
  const date = `${day === 1 ? first : day} ${name} ${year}`;
  const rest = (seconds ? [minute, second] : [minute]).map((part) => `:${String(part).padStart(2, '0')}`).join('');
  if (language === 'en') return { date, time: `${hour % 12 || 12}${rest} ${hour < 12 ? 'am' : 'pm'}` };
  return { date, time: `${String(hour).padStart(2, '0')}${rest}` };
}

/** A duration in seconds: "4.5 s", "45 s", "12 min", "19 h 45 min". The units are the same in each language. */
export function formatDuration(seconds: number, language: Language): string {
  // `formatUnits` takes hundredths.
  if (seconds < 10)
    return `${formatUnits(Math.round(seconds * 10) * 10, language).replace(/(?<=[.,]\d)0$/, '')}${SPACE}s`;
  if (seconds < 120) return `${Math.round(seconds)}${SPACE}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}${SPACE}min`;
  const hours = `${Math.floor(minutes / 60)}${SPACE}h`;
  return minutes % 60 === 0 ? hours : `${hours}${SPACE}${minutes % 60}${SPACE}min`;
}

/**
 * An amount as people type it on a phone: `500`, `1,500`, `1 500,50`, `1.500 HTG`. A comma or point before the last one or two digits
 * starts the cents; before three digits it only groups, so `0.500` is invalid. Minor units; undefined for anything else.
 */
export function typedAmount(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const compact = text.replaceAll(/[\s\u00a0\u202f'’]/g, '').replace(/(?:HTG|USD|G|\$)$/i, '');
  const [, units = '', cents = ''] = /^([1-9]\d{0,2}(?:[.,]\d{3})+|0|[1-9]\d*)(?:[.,](\d{1,2}))?$/.exec(compact) ?? [];
  const digits = units.replaceAll(/[.,]/g, '');
  if (digits === '' || digits.length > MAX_DIGITS) return undefined;
  return Number(`${digits}${cents.padEnd(2, '0')}`);
}
