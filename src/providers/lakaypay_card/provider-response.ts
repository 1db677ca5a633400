import { type Decline, declinesOf, strictestDecline } from '../../core/decline.ts';
import { CURRENCIES, type Money, parseDecimal } from '../../core/money.ts';
import { asObject, type JsonObject, textOf } from '../../platform/text/json-object.ts';

const MESSAGE_LIMIT = 200;

/** The visible part of a transaction: never a token, and of the card only its last four digits and its type. */
export function describeResult(result: {
  decision?: string | undefined;
  reasonCode?: string | undefined;
  message?: string | undefined;
  transactionId?: string | undefined;
  cardNumber?: string | undefined;
  cardType?: string | undefined;
}): Readonly<Record<string, unknown>> {
  const known = {
    decision: result.decision,
    reason_code: result.reasonCode,
    message: result.message?.slice(0, MESSAGE_LIMIT),
    transaction_id: result.transactionId,
    card_number: result.cardNumber === undefined ? undefined : lastFour(result.cardNumber),
    card_type: result.cardType,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Masked again, whatever the profile's own mask shows. */
function lastFour(cardNumber: string): string {
  return `xxxxxxxxxxxx${/\d{0,4}$/.exec(cardNumber)?.[0] ?? ''}`;
}

/**
 * An amount as CyberSource writes it, `10.50` and `USD`; undefined for an invalid amount or an unsupported currency.
 */
export function readMoney(amount: unknown, currency: unknown): Money | undefined {
  const known = CURRENCIES.find((one) => one === currency);
  const amountMinor = typeof amount === 'string' ? parseDecimal(amount, 2) : undefined;
  if (!known || typeof amountMinor !== 'number' || amountMinor < 0) return undefined;
  return { amountMinor, currency: known };
}

/**
 * CyberSource's own reasons for declines that end a subscription, in its responses and in its list of transactions. They
 * are for processors that pass no bank code.
 */
const REASONS: Readonly<Record<string, Decline>> = {
  EXPIRED_CARD: { class: 'new_card', reason: 'expired card' },
  INVALID_ACCOUNT: { class: 'new_card', reason: 'invalid account number' },
  STOLEN_LOST_CARD: { class: 'stop', reason: 'lost or stolen card' },
  202: { class: 'new_card', reason: 'reason code 202, expired card' },
  205: { class: 'stop', reason: 'reason code 205, lost or stolen card' },
  231: { class: 'new_card', reason: 'reason code 231, invalid account number' },
};

/**
 * The decline of a charge, from the response or from the listed transaction: the strictest of the declines by the
 * network's advice, the bank's code and CyberSource's own reason. `retry` when none of them is stricter.
 */
export function readDecline(body: JsonObject, reason: string | undefined): Decline {
  const { responseCode, merchantAdvice } = asObject(body.processorInformation);
  const { code, codeRaw } = asObject(merchantAdvice);
  const byCodes = declinesOf({ advice: [textOf(code), textOf(codeRaw)], response: textOf(responseCode) });
  const byReason = REASONS[reason ?? ''];
  return (
    strictestDecline(byReason ? [...byCodes, byReason] : byCodes) ?? { class: 'retry', reason: reason ?? 'no reason' }
  );
}
