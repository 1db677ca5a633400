import type { Payment } from '../../core/payment.ts';
import { firstCharacters } from '../../platform/text/printable.ts';
import type { FieldError, FormDecision, FormState, Submission } from '../payment-form.ts';
import { paid } from './charge.ts';
import { slowPayment } from './provider-data.ts';
import { normalizePhone, SANDBOX_CARD_TOKENS, TEST_CARDS, TEST_CODE, TEST_PIN, TEST_WALLETS } from './test-numbers.ts';

/** No card is valid for longer than this from now. */
const MAX_CARD_YEARS = 20;

/** The simulated card network's decision on a submitted form: the card, then the code of its 3-D Secure challenge. */
export function submitCard(payment: Payment, submission: Submission): FormDecision {
  return submission.state.step === 'challenge'
    ? submitChallenge(payment, submission)
    : submitNumber(payment, submission);
}

/** The number and the CVC exist in this function only: no value that contains them is returned, stored or logged. */
function submitNumber(payment: Payment, { field, nowUs }: Submission): FormDecision {
  const number = field('number').replace(/[\s-]/g, '');
  const expiry = field('expiry').trim();
  const name = field('name').trim();
  const found: Record<'number' | 'expiry' | 'cvc' | 'name', FieldError | undefined> = {
    number: cardNumberError(number),
    expiry: expiryError(expiry, nowUs),
    cvc: /^\d{3,4}$/.test(field('cvc').trim()) ? undefined : 'cvc',
    name: name === '' ? 'name' : undefined,
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, error]) => error)) as FormState['errors'];
  const behaviour = TEST_CARDS[number];
  if (!behaviour || Object.keys(errors).length > 0) {
    const kept = { expiry: firstCharacters(expiry, 10), name: firstCharacters(name, 100) };
    return { kind: 'ask', state: { step: 'start', kept, errors } };
  }
  if (behaviour === 'pays') return { kind: 'settle', ...paid(payment) };
  if (behaviour === 'pays_once') return { kind: 'settle', ...paid(payment, SANDBOX_CARD_TOKENS.declines) };
  if (behaviour === 'asks_3d_secure') {
    return { kind: 'authenticate', state: { step: 'challenge', kept: {}, errors: {} } };
  }
  return { kind: 'settle', outcome: { status: 'failed', failureReason: behaviour } };
}

function submitChallenge(payment: Payment, { field, state }: Submission): FormDecision {
  if (field('action') === 'refuse') {
    return { kind: 'settle', outcome: { status: 'failed', failureReason: 'declined' } };
  }
  const code = field('code').replace(/[\s-]/g, '');
  if (code === TEST_CODE) return { kind: 'settle', ...paid(payment) };
  return { kind: 'ask', state: { ...state, errors: { code: code === '' ? 'codeEmpty' : 'code' } } };
}

function cardNumberError(number: string): FieldError | undefined {
  if (number === '') return 'cardNumberEmpty';
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return 'cardNumber';
  return TEST_CARDS[number] ? undefined : 'cardUnknown';
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Cards are valid until their month has ended everywhere on earth, which is when it ends in UTC-12. */
function expiryError(expiry: string, nowUs: number): FieldError | undefined {
  const match = /^(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})$/.exec(expiry) ?? /^(\d{2})(\d{2})$/.exec(expiry);
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return 'expiryFormat';
  const year = Number(match[2]) + (match[2]?.length === 2 ? 2000 : 0);
  const now = new Date(nowUs / 1000 - 12 * 3_600_000);
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + month - 1 - now.getUTCMonth();
  if (monthsLeft < 0) return 'expiryPast';
  return monthsLeft > MAX_CARD_YEARS * 12 ? 'expiryFormat' : undefined;
}

/** The simulated wallet's decision on a submitted form: first number and PIN, then the code. */
export function submitWallet(payment: Payment, submission: Submission): FormDecision {
  return submission.state.step === 'code' ? submitCode(payment, submission) : submitPhoneAndPin(submission);
}

function submitPhoneAndPin({ field }: Submission): FormDecision {
  const typed = field('phone').trim();
  const phone = normalizePhone(typed);
  const errors: Writable<FormState['errors']> = {};
  if (typed === '') errors.phone = 'phoneEmpty';
  else if (phone === undefined) errors.phone = 'phoneFormat';
  else if (!TEST_WALLETS[phone]) errors.phone = 'phoneUnknown';
  const pin = field('pin').trim();
  if (pin !== TEST_PIN) errors.pin = pin === '' ? 'pinEmpty' : 'pin';
  if (phone !== undefined && Object.keys(errors).length === 0) {
    return { kind: 'ask', state: { step: 'code', kept: { phone }, errors } };
  }
  return { kind: 'ask', state: { step: 'start', kept: { phone: firstCharacters(typed, 40) }, errors } };
}

function submitCode(payment: Payment, { field, state, nowUs }: Submission): FormDecision {
  const code = field('code').replace(/[\s-]/g, '');
  if (code !== TEST_CODE) {
    return { kind: 'ask', state: { ...state, errors: { code: code === '' ? 'codeEmpty' : 'code' } } };
  }
  const behaviour = TEST_WALLETS[state.kept.phone ?? ''] ?? 'declined';
  if (behaviour === 'pays') return { kind: 'settle', ...paid(payment) };
  if (behaviour === 'pays_slowly') return { kind: 'wait', provider: slowPayment(nowUs) };
  return { kind: 'settle', outcome: { status: 'failed', failureReason: behaviour } };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
