import { type Currency, formatAmount } from '../domain/money.ts';
import type { PaymentMethod } from '../domain/payment.ts';
import type { Texts } from './wording.ts';

/** Minor units for people, the same in all three languages: "1,250.00 HTG". The ISO code, because a "dola" may be 5 gourdes. */
export function formatMoney(amountMinor: number, currency: Currency): string {
  return `${formatAmount(amountMinor).replace(/\B(?=(\d{3})+\.)/g, ',')} ${currency}`;
}

/** Eight digits as Haitians write them: "37 00 00 01". */
export function formatPhone(phone: string): string {
  return phone.replace(/(\d\d)(?=\d)/g, '$1 ');
}

/** A card number in its groups of four. */
export function formatCardNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** A method's name, as text only: the wallets' logos belong to their owners. */
export function methodName(method: PaymentMethod, texts: Texts): string {
  return { moncash: 'MonCash', natcash: 'NatCash', lakaypay_card: 'LakayPay', card: texts.card }[method];
}
