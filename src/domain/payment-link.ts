import type { Currency } from './money.ts';
import type { Mode, PaymentMethod } from './payment.ts';

/** The least that a payment may be of, minor units of either currency. */
export const LEAST_MINOR = 100;

/** Who says how much is paid: the link, the customer, or the link with a proposal that the customer may change. */
export const AMOUNT_MODES = ['fixed', 'prefilled', 'chosen'] as const;
export type AmountMode = (typeof AMOUNT_MODES)[number];

/** What a link can be paid by. `card` is paid in a widget in a shop's own page, and whoever sells by links has none. */
export const LINK_METHODS = ['moncash', 'natcash', 'lakaypay_card'] as const satisfies readonly PaymentMethod[];
export type LinkMethod = (typeof LINK_METHODS)[number];

/** The languages that a link is described in. */
export const LINK_LANGUAGES = ['ht', 'fr', 'en'] as const;
export type LinkLanguage = (typeof LINK_LANGUAGES)[number];

/**
 * What codes are made of: no character that looks like another (0 and O, 1 and I and L, 2 and Z, 5 and S), and no vowel, so that no
 * word comes up. Eight of them are one of 110,000,000,000.
 */
export const CODE_ALPHABET = '346789BCDFGHJKMNPQRTVWXY';
const CODE_LENGTH = 8;

/** A payment link as it is stored. Amounts are minor units of its currency, times are microseconds since 1970. */
export interface PaymentLink {
  readonly id: string;
  /** What its address ends in, and what is dictated: CODE_LENGTH characters of CODE_ALPHABET. */
  readonly code: string;
  readonly websiteId: string;
  /** The key that its payments are listed with. */
  readonly apiKeyId: string;
  readonly mode: Mode;
  /** What is sold, in a few words, the same in every language. */
  readonly name: string;
  /** More about it, in one language or more. */
  readonly descriptions: Readonly<Record<LinkLanguage, string | null>>;
  readonly amountMode: AmountMode;
  readonly currency: Currency;
  /** Null where the customer says all of it. */
  readonly amountMinor: number | null;
  /** What a customer may say at least and at most; null: what the method takes. */
  readonly minMinor: number | null;
  readonly maxMinor: number | null;
  readonly methods: readonly LinkMethod[];
  /** How many payments of it there may be; null: any number. 1 for a link that is used once. */
  readonly stock: number | null;
  readonly isSingleUse: boolean;
  readonly expiresAtUs: number | null;
  readonly asksName: boolean;
  readonly asksPhone: boolean;
  /** What customers read who have paid. */
  readonly thanks: string | null;
  /** Who is told of every payment by e-mail. */
  readonly notifyEmail: string | null;
  readonly createdAtUs: number;
  /** The name of who made it, or the id of the key it was made with. */
  readonly createdBy: string;
  readonly deactivatedAtUs: number | null;
  /** Payments that are on their way: each has a place. */
  readonly openPayments: number;
  /** Payments that were completed: each has a place for good. */
  readonly paidPayments: number;
  /** Payments that failed, and gave their place back. */
  readonly failedPayments: number;
  /** What the completed payments came to, by what was charged. */
  readonly paidHtgMinor: number;
  readonly paidUsdMinor: number;
}

/** Whether a link can be paid. `sold_out`: every place was paid; `in_use`: every place is taken, and one may come back. */
export const LINK_STATES = ['active', 'in_use', 'sold_out', 'expired', 'deactivated'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** What is so of a link at a moment, microseconds since 1970. */
export function linkState(
  link: Pick<PaymentLink, 'deactivatedAtUs' | 'expiresAtUs' | 'stock' | 'openPayments' | 'paidPayments'>,
  nowUs: number,
): LinkState {
  const { stock, openPayments, paidPayments } = link;
  if (link.deactivatedAtUs !== null) return 'deactivated';
  if (stock !== null && paidPayments >= stock) return 'sold_out';
  if (link.expiresAtUs !== null && link.expiresAtUs <= nowUs) return 'expired';
  return stock !== null && openPayments + paidPayments >= stock ? 'in_use' : 'active';
}

/** A new code. `randomInt` draws from 0 to (below) its argument. */
export function newLinkCode(randomInt: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}

/** A code as people type it, in any case and with hyphens or blanks; undefined for what no link can have. */
export function parseLinkCode(text: string): string | undefined {
  if (text.length > 3 * CODE_LENGTH) return undefined;
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const isCode = code.length === CODE_LENGTH && [...code].every((character) => CODE_ALPHABET.includes(character));
  return isCode ? code : undefined;
}

/** The path of a link's page below the gateway's address. */
export function linkPath(code: string): string {
  return `/l/${code}`;
}
