import type { Currency } from '../../core/money.ts';
import type { Mode, PaymentMethod } from '../../core/payment.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { Picture } from '../websites/brand.ts';

/** The smallest amount of a payment, in minor units of either currency. */
export const LEAST_MINOR = 100;

/** The largest quantity of one payment. */
export const MAX_QUANTITY = 99;

/** Who sets the amount: the link, the customer, or the link with a suggestion that the customer may change. */
export const AMOUNT_MODES = ['fixed', 'prefilled', 'chosen'] as const;
export type AmountMode = (typeof AMOUNT_MODES)[number];

/** The methods of a link. `card` is paid in a widget on a merchant's own page, and sellers who use links have none. */
export const LINK_METHODS = ['moncash', 'natcash', 'lakaypay_card'] as const satisfies readonly PaymentMethod[];
export type LinkMethod = (typeof LINK_METHODS)[number];

/** The languages of a link's description. */
export const LINK_LANGUAGES = ['ht', 'fr', 'en'] as const;
export type LinkLanguage = (typeof LINK_LANGUAGES)[number];

/**
 * The alphabet of codes: no character that looks like another (0 and O, 1 and I and L, 2 and Z, 5 and S), and no vowel, so that
 * no words appear. Eight of them make 110,000,000,000 codes.
 */
export const CODE_ALPHABET = '346789BCDFGHJKMNPQRTVWXY';
const CODE_LENGTH = 8;

/** A payment link as it is stored. Amounts are minor units of its currency, times are microseconds since 1970. */
export interface PaymentLink {
  readonly id: string;
  /** The last part of its address, short enough to dictate: CODE_LENGTH characters of CODE_ALPHABET. */
  readonly code: string;
  readonly websiteId: string;
  /** The key under which its payments are listed. */
  readonly apiKeyId: string;
  readonly mode: Mode;
  /** The product in a few words, the same in every language. */
  readonly name: string;
  /** A longer description, in one or more languages. */
  readonly descriptions: Readonly<Record<LinkLanguage, string | null>>;
  readonly amountMode: AmountMode;
  readonly currency: Currency;
  /** Null when the customer sets the amount. */
  readonly amountMinor: number | null;
  /** The smallest and largest amount that a customer may enter; null: the limits of the method. */
  readonly minMinor: number | null;
  readonly maxMinor: number | null;
  readonly methods: readonly LinkMethod[];
  /** The number of units; null: unlimited. 1 for a link that is used once. */
  readonly stock: number | null;
  readonly isSingleUse: boolean;
  /** How many units one payment may buy: 1, or more for a fixed amount, up to MAX_QUANTITY. */
  readonly maxQuantity: number;
  readonly expiresAtUs: number | null;
  readonly asksName: boolean;
  readonly asksPhone: boolean;
  /** Whether customers may enter an e-mail address, for their receipt. */
  readonly asksEmail: boolean;
  /** The message for customers after payment. */
  readonly thanks: string | null;
  /** A picture of the product. */
  readonly picture: Picture | null;
  /** Receives an e-mail about every payment. */
  readonly notifyEmail: string | null;
  readonly createdAtUs: number;
  /** The name of the user who created it, or the id of the key that did. */
  readonly createdBy: string;
  readonly deactivatedAtUs: number | null;
  /** Payments in progress, which reserve their units. */
  readonly openPayments: number;
  /** Completed payments, whose units are sold. */
  readonly paidPayments: number;
  /** Payments that failed and released their units. */
  readonly failedPayments: number;
  readonly openUnits: number;
  readonly paidUnits: number;
  /** Total of the completed payments, by charged currency. */
  readonly paidHtgMinor: number;
  readonly paidUsdMinor: number;
}

/**
 * Whether a link can be paid, and why not. `sold_out`: every unit is sold. `in_use`: none is left, but open payments
 * may still release theirs.
 */
export const LINK_STATES = ['active', 'in_use', 'sold_out', 'expired', 'deactivated'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** The texts for sharing a link in one language: the message, and the address that opens WhatsApp with it. */
export interface SharedLink {
  readonly text: string;
  readonly whatsapp: string;
}

/** The state of a link at a moment, microseconds since 1970. */
export function linkState(
  link: Pick<PaymentLink, 'deactivatedAtUs' | 'expiresAtUs' | 'stock' | 'openUnits' | 'paidUnits'>,
  nowUs: number,
): LinkState {
  const { stock, paidUnits } = link;
  if (link.deactivatedAtUs !== null) return 'deactivated';
  if (stock !== null && paidUnits >= stock) return 'sold_out';
  if (link.expiresAtUs !== null && link.expiresAtUs <= nowUs) return 'expired';
  return unitsLeft(link) === 0 ? 'in_use' : 'active';
}

/** The units that are neither sold nor reserved; null if the link has no stock. */
export function unitsLeft({
  stock,
  openUnits,
  paidUnits,
}: Pick<PaymentLink, 'stock' | 'openUnits' | 'paidUnits'>): number | null {
  return stock === null ? null : stock - openUnits - paidUnits;
}

/** The largest quantity that one payment can buy now. */
export function mostOfLink(link: PaymentLink): number {
  return Math.min(link.maxQuantity, unitsLeft(link) ?? MAX_QUANTITY);
}

/** A new code. `randomInt` draws a whole number from 0 to one less than its argument. */
export function newLinkCode(randomInt: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}

/** A code as people type it, in any case and with hyphens or spaces; undefined for text that is no link's code. */
export function parseLinkCode(text: string): string | undefined {
  if (text.length > 3 * CODE_LENGTH) return undefined;
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const isCode = code.length === CODE_LENGTH && [...code].every((character) => CODE_ALPHABET.includes(character));
  return isCode ? code : undefined;
}

/** The path of a link's page, relative to the gateway's address. */
export function linkPath(code: string): string {
  return `/l/${code}`;
}

/**
 * The message that a seller sends to customers, in each language: the product, its price, and the address of the link.
 */
export function shareLink(link: PaymentLink, publicUrl: string): Readonly<Record<LinkLanguage, SharedLink>> {
  const { name, amountMode, amountMinor, currency, code } = link;
  const shared = LINK_LANGUAGES.map((language) => {
    const { link: texts, colon } = TEXTS[language];
    const amount = amountMode === 'fixed' ? formatMoney(amountMinor ?? 0, currency, language) : undefined;
    const url = `${publicUrl}${linkPath(code)}?lang=${language}`;
    const text = `${amount === undefined ? name : `${name} – ${amount}`}\n${texts.payHere}${colon} ${url}`;
    return [language, { text, whatsapp: `https://wa.me/?text=${encodeURIComponent(text)}` }] as const;
  });
  return Object.fromEntries(shared) as Record<LinkLanguage, SharedLink>;
}
