import type { Payment } from '../../core/payment.ts';
import { firstCharacters } from '../../platform/text/first-characters.ts';
import type { FormDecision, FormState, Submission } from '../payment-form.ts';
import { paid } from './charge.ts';
import { slowPayment } from './provider-data.ts';
import { normalizePhone, TEST_CODE, TEST_PIN, TEST_WALLETS } from './test-wallets.ts';

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
