import { type Decline, declinesOf, strictestDecline } from '../../core/decline.ts';
import { asObject, type JsonObject, textOf } from '../../platform/text/json-object.ts';

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
