/**
 * The consequence of a decline. `stop`: the card is never charged again. `new_card`: this card can no longer be charged, but another one
 * may be. `retry`: a later charge may succeed, within the networks' limit.
 */
type DeclineClass = 'stop' | 'new_card' | 'retry';

/** Why a bank or a card network declined a charge, if that matters for later charges. */
export interface Decline {
  readonly class: DeclineClass;
  /** The code that decided, and its meaning, for operators: `response 41, lost card`. */
  readonly reason: string;
}

interface DeclineCode {
  readonly code: string;
  readonly class: DeclineClass;
  readonly meaning: string;
}

/** Mastercard's merchant advice codes. */
const ADVICE_CODES: readonly DeclineCode[] = [
  { code: '01', class: 'new_card', meaning: 'new account information needed' },
  { code: '02', class: 'retry', meaning: 'try again later' },
  { code: '03', class: 'stop', meaning: 'do not try again' },
  { code: '21', class: 'stop', meaning: 'the customer stopped this subscription' },
];

/**
 * The banks' response codes after which a subscription does not charge this card again. Visa forbids another charge after each `stop`.
 * Every other code is `retry`.
 */
const RESPONSE_CODES: readonly DeclineCode[] = [
  { code: '04', class: 'stop', meaning: 'pick up card' },
  { code: '07', class: 'stop', meaning: 'pick up card, special conditions' },
  { code: '12', class: 'stop', meaning: 'invalid transaction' },
  { code: '14', class: 'stop', meaning: 'account number does not exist' },
  { code: '15', class: 'stop', meaning: 'no such issuer' },
  { code: '41', class: 'stop', meaning: 'lost card' },
  { code: '43', class: 'stop', meaning: 'stolen card' },
  { code: '46', class: 'stop', meaning: 'closed account' },
  { code: '57', class: 'stop', meaning: 'not permitted to this cardholder' },
  { code: 'R0', class: 'stop', meaning: 'the customer stopped this payment' },
  { code: 'R1', class: 'stop', meaning: 'the customer stopped all payments to this merchant' },
  { code: 'R3', class: 'stop', meaning: 'the customer stopped all subscriptions' },
  { code: '54', class: 'new_card', meaning: 'expired card' },
];

/** The networks allow this many declined charges of one card in 30 days. */
export const MAX_DECLINES = 15;
export const DECLINE_WINDOW_DAYS = 30;

/**
 * The consequences of a decline, one for each of its codes: the merchant advice codes first, then the bank's response
 * code.
 */
export function declinesOf(codes: {
  readonly advice: readonly (string | undefined)[];
  /** The bank's response code, if there was one. */
  readonly response?: string | undefined;
}): Decline[] {
  return [
    ...ADVICE_CODES.filter(({ code }) => codes.advice.includes(code)).map((each) => declineBy('advice', each)),
    ...RESPONSE_CODES.filter(({ code }) => code === codes.response).map((each) => declineBy('response', each)),
  ];
}

function declineBy(source: string, { code, class: consequence, meaning }: DeclineCode): Decline {
  return { class: consequence, reason: `${source} ${code}, ${meaning}` };
}

/**
 * The strictest of several declines, and the first of equally strict ones; undefined for an empty list. A code that
 * allows another charge does not override a code that forbids it.
 */
export function strictestDecline(declines: readonly Decline[]): Decline | undefined {
  const ofClass = (wanted: DeclineClass) => declines.find((decline) => decline.class === wanted);
  return ofClass('stop') ?? ofClass('new_card') ?? ofClass('retry');
}
