import { US_PER_MS } from '../../core/durations.ts';
import { CURRENCIES, type Currency, formatAmount, parseDecimal } from '../../core/money.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { checkAll, OperatorError, refuseField } from '../../platform/operator-error.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import {
  AMOUNT_MODES,
  type AmountMode,
  LEAST_MINOR,
  LINK_LANGUAGES,
  LINK_METHODS,
  type LinkLanguage,
  type LinkMethod,
  MAX_QUANTITY,
  type PaymentLink,
} from './payment-link.ts';

/** The largest amount of a link, minor units: more than any method accepts. */
const MOST_MINOR = 100_000_000_000;
const MAX_STOCK = 1_000_000;
const MAX_TEXT = 500;
/** The latest expiry: the start of 2100. A later time is a typing error. */
const LAST_EXPIRY_US = Date.UTC(2100, 0, 1) * US_PER_MS;
const E_MAIL = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;
const MAX_E_MAIL = 254;

/**
 * The merchant's fields of a link, as typed or sent. Optional fields may also be null, and the empty text means no
 * value.
 */
export interface LinkFields {
  /** What is sold, 1 to 255 characters. */
  readonly name: string;
  /** Details, up to 500 characters, in at least one language. */
  readonly descriptions: Readonly<Partial<Record<LinkLanguage, string | null | undefined>>>;
  /** `fixed` when missing. */
  readonly amountMode?: string | null | undefined;
  /** `HTG` when missing. */
  readonly currency?: string | null | undefined;
  /** A decimal such as `500` or `12.50`; for `fixed` and `prefilled`. */
  readonly amount?: string | null | undefined;
  /** The smallest amount that a customer may choose; not for `fixed`. */
  readonly minAmount?: string | null | undefined;
  readonly maxAmount?: string | null | undefined;
  /** When missing, all methods that can pay links. */
  readonly methods?: readonly string[] | null | undefined;
  /** The quantity for sale; unlimited when missing. */
  readonly stock?: number | null | undefined;
  /** How many units one payment may buy, 1 to MAX_QUANTITY; 1 when missing. More than 1 is only for `fixed`. */
  readonly maxQuantity?: number | null | undefined;
  /** Whether the link can be paid only once. */
  readonly isSingleUse?: boolean | null | undefined;
  /** Microseconds since 1970; never when missing. NaN for a text that is no time. */
  readonly expiresAtUs?: number | null | undefined;
  readonly asksName?: boolean | null | undefined;
  readonly asksPhone?: boolean | null | undefined;
  /** Whether customers may enter an e-mail address. */
  readonly asksEmail?: boolean | null | undefined;
  /** The text for customers who have paid, up to 500 characters. */
  readonly thanks?: string | null | undefined;
  /** Where the seller is notified of every payment by e-mail. */
  readonly notifyEmail?: string | null | undefined;
}

/** The merchant's fields of a link in their stored form. */
export type CheckedLink = Pick<
  PaymentLink,
  | 'name'
  | 'descriptions'
  | 'amountMode'
  | 'currency'
  | 'amountMinor'
  | 'minMinor'
  | 'maxMinor'
  | 'methods'
  | 'stock'
  | 'isSingleUse'
  | 'maxQuantity'
  | 'expiresAtUs'
  | 'asksName'
  | 'asksPhone'
  | 'asksEmail'
  | 'thanks'
  | 'notifyEmail'
>;

/** The fields of a link in their stored form. Throws OperatorError with the faults of all invalid fields. */
export function checkLink(fields: LinkFields, nowUs: number): CheckedLink {
  const isSingleUse = fields.isSingleUse ?? false;
  const [, descriptions, amounts, currency, methods, stock, maxQuantity, expiresAtUs, thanks, notifyEmail] = checkAll(
    () => refuseField('name', fields.name === '' ? refusal('linkNameMissing') : shortTextFault(fields.name)),
    () => checkDescriptions(fields.descriptions),
    () => checkAmounts(oneOf<AmountMode>('amount_mode', AMOUNT_MODES, fields.amountMode || 'fixed'), fields),
    () => oneOf<Currency>('currency', CURRENCIES, fields.currency || 'HTG'),
    () => checkMethods(fields.methods ?? []),
    () => checkStock(fields.stock ?? null, isSingleUse),
    () => checkQuantity(fields.maxQuantity ?? 1, fields.amountMode || 'fixed'),
    () => checkExpiry(fields.expiresAtUs ?? null, nowUs),
    () => checkText('thanks', fields.thanks),
    () => checkEmail(fields.notifyEmail || null),
  );
  return {
    name: fields.name,
    descriptions,
    ...amounts,
    currency,
    methods,
    stock,
    isSingleUse,
    maxQuantity,
    expiresAtUs,
    asksName: fields.asksName ?? false,
    asksPhone: fields.asksPhone ?? false,
    asksEmail: fields.asksEmail ?? false,
    thanks,
    notifyEmail,
  };
}

function oneOf<T extends string>(field: string, known: readonly T[], given: string): T {
  const found = known.find((each) => each === given);
  if (found === undefined) throw new OperatorError('invalid', field, refusal('oneOf', { choices: known }));
  return found;
}

function checkDescriptions(given: LinkFields['descriptions']): PaymentLink['descriptions'] {
  const text = (language: LinkLanguage) => checkText(`descriptions.${language}`, given[language]);
  const [ht, fr, en] = checkAll(
    () => text('ht'),
    () => text('fr'),
    () => text('en'),
  );
  const descriptions = { ht, fr, en };
  if (LINK_LANGUAGES.every((language) => descriptions[language] === null)) {
    refuseField('descriptions', refusal('linkDescriptionMissing', { languages: LINK_LANGUAGES }));
  }
  return descriptions;
}

function checkText(field: string, given: string | null | undefined): string | null {
  // Browsers send a line end as CR and LF.
  const text = (given ?? '').replaceAll('\r\n', '\n');
  if (text.trim() === '') return null;
  const isGood = [...text].length <= MAX_TEXT && /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text) && isStorableText(text);
  if (!isGood) refuseField(field, refusal('lengthAtMost', { most: MAX_TEXT }));
  return text;
}

function checkAmounts(amountMode: AmountMode, { amount, minAmount, maxAmount }: LinkFields) {
  const [amountMinor, minMinor, maxMinor] = checkAll(
    () => checkAmount('amount', amount),
    () => checkAmount('min_amount', minAmount),
    () => checkAmount('max_amount', maxAmount),
  );
  if (amountMode === 'chosen' && amountMinor !== null) {
    refuseField('amount', refusal('linkAmountNotAllowed'));
  }
  if (amountMode !== 'chosen' && amountMinor === null) refuseField('amount', refusal('linkAmountMissing'));
  if (amountMode === 'fixed' && (minMinor !== null || maxMinor !== null)) {
    refuseField(minMinor === null ? 'max_amount' : 'min_amount', refusal('linkLimitsNotAllowed'));
  }
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor) {
    refuseField('max_amount', refusal('linkLimitsOrder'));
  }
  if (amountMinor !== null && (amountMinor < (minMinor ?? 0) || amountMinor > (maxMinor ?? MOST_MINOR))) {
    refuseField('amount', refusal('linkAmountOutsideLimits'));
  }
  return { amountMode, amountMinor, minMinor, maxMinor };
}

function checkAmount(field: string, given: string | null | undefined): number | null {
  const text = (given ?? '').trim();
  if (text === '') return null;
  const minor = parseDecimal(text, 2);
  if (minor === 'too_precise') refuseField(field, refusal('twoDecimals'));
  if (typeof minor !== 'number' || minor < LEAST_MINOR || minor > MOST_MINOR) {
    throw new OperatorError('invalid', field, refusal('amountRange', { most: formatAmount(MOST_MINOR) }));
  }
  return minor;
}

function checkMethods(given: readonly string[]): LinkMethod[] {
  if (given.includes('card')) {
    refuseField('methods', refusal('linkCardNotAllowed'));
  }
  if (!given.every((method) => LINK_METHODS.includes(method as LinkMethod))) {
    refuseField('methods', refusal('methodsUnknown', { methods: LINK_METHODS }));
  }
  return LINK_METHODS.filter((method) => given.length === 0 || given.includes(method));
}

function checkStock(stock: number | null, isSingleUse: boolean): number | null {
  if (stock !== null && !(Number.isSafeInteger(stock) && stock >= 1 && stock <= MAX_STOCK)) {
    refuseField('stock', refusal('numberRange', { most: MAX_STOCK }));
  }
  if (!isSingleUse) return stock;
  if (stock !== null && stock !== 1) refuseField('stock', refusal('linkSingleUseStock'));
  return 1;
}

function checkQuantity(maxQuantity: number, amountMode: string): number {
  if (!(Number.isSafeInteger(maxQuantity) && maxQuantity >= 1 && maxQuantity <= MAX_QUANTITY)) {
    refuseField('max_quantity', refusal('numberRange', { most: MAX_QUANTITY }));
  }
  if (maxQuantity > 1 && amountMode !== 'fixed') refuseField('max_quantity', refusal('linkQuantityNotFixed'));
  return maxQuantity;
}

function checkExpiry(expiresAtUs: number | null, nowUs: number): number | null {
  if (expiresAtUs === null) return null;
  if (Number.isNaN(expiresAtUs)) refuseField('expires_at', refusal('timeFormat'));
  const isGood = Number.isSafeInteger(expiresAtUs) && expiresAtUs <= LAST_EXPIRY_US;
  if (!isGood) refuseField('expires_at', refusal('linkExpiryTooLate'));
  if (expiresAtUs <= nowUs) refuseField('expires_at', refusal('linkExpiryPast'));
  return expiresAtUs;
}

function checkEmail(given: string | null): string | null {
  if (given === null) return null;
  if (given.length > MAX_E_MAIL || !E_MAIL.test(given) || !isStorableText(given)) {
    refuseField('notify_email', refusal('linkNotifyEmail'));
  }
  return given;
}
