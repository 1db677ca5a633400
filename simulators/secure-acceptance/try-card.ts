import { randomBytes } from 'node:crypto';
import { outcomeOfCard } from './cards.ts';
import { FORM_LIFE_MS } from './check-form.ts';
import type { Result } from './result.ts';
import { cardResult, errorResult } from './result-fields.ts';
import type { Fields } from './sign-fields.ts';
import type { SecureAcceptanceState } from './state.ts';
import { type Application, readAmount, type Transaction } from './transactions.ts';

/** Tries a card for a form. Records a charge, or an attempt at one, and returns its signed result. */
export function tryCard(state: SecureAcceptanceState, form: Fields, cardNumber: string): Result {
  const duplicate = refuseDuplicate(state, form);
  if (duplicate) return duplicate;
  state.usedUuids.set(form.transaction_uuid ?? '', state.now());
  const { wrongAmountMinor, status: decision } = state.faults;
  const outcome = outcomeOfCard(cardNumber);
  const askedMinor = wrongAmountMinor ?? readAmount(form.amount ?? '') ?? 0;
  const isApproved = outcome.decision === 'ACCEPT';
  const isSale = (form.transaction_type ?? '').startsWith('sale');
  const wantsToken = (form.transaction_type ?? '').includes('create_payment_token');
  const code = decision === null ? outcome.reasonCode : '999';
  const transaction = state.transactions.add({
    reference: form.reference_number ?? '',
    amountMinor: askedMinor,
    currency: form.currency as Transaction['currency'],
    approvedMinor: isApproved ? (outcome.reasonCode === '110' ? Math.floor(askedMinor / 2) : askedMinor) : null,
    cardNumber,
    applications: applicationsOf(code, outcome.message, { isSale, isReview: outcome.decision === 'REVIEW' }),
    token: isApproved && wantsToken ? storeCard(state, cardNumber) : null,
    status:
      decision !== null || outcome.decision === 'REVIEW'
        ? 'open'
        : isApproved && isSale
          ? 'paid'
          : isApproved
            ? 'open'
            : 'failed',
  });
  const reported = decision === null ? outcome : { ...outcome, decision, reasonCode: '999', message: 'Unheard of.' };
  return cardResult(state, form, reported, transaction);
}

/** The refusal when the same transaction_uuid was used within 15 minutes; undefined when it may be used. */
export function refuseDuplicate(state: SecureAcceptanceState, form: Fields): Result | undefined {
  const usedAtMs = state.usedUuids.get(form.transaction_uuid ?? '');
  if (usedAtMs === undefined || state.now() - usedAtMs >= FORM_LIFE_MS) return undefined;
  const message = 'The access_key and transaction_uuid were used within the last 15 minutes.';
  state.transactions.add({
    reference: form.reference_number ?? '',
    amountMinor: readAmount(form.amount ?? '') ?? 0,
    currency: form.currency as Transaction['currency'],
    approvedMinor: null,
    cardNumber: '',
    applications: [{ name: 'ics_auth', reasonCode: '104', rMessage: message }],
    token: null,
    status: null,
  });
  return errorResult(state, form, '104', { message });
}

function storeCard({ tokens }: SecureAcceptanceState, cardNumber: string): string {
  const token = randomBytes(16).toString('hex').toUpperCase();
  tokens.set(token, { cardNumber });
  return token;
}

/** The services of a card's transaction: services after a failed one do not run. */
export function applicationsOf(
  reasonCode: string,
  rMessage: string,
  { isSale, isReview = false }: { isSale: boolean; isReview?: boolean },
): Application[] {
  const good = { reasonCode: '100', rMessage: 'Request was processed successfully.' };
  if (isReview) {
    return [
      { name: 'ics_auth', ...good },
      { name: 'ics_decision', reasonCode, rMessage },
    ];
  }
  const authorization = { name: 'ics_auth', reasonCode, rMessage };
  return isSale && reasonCode === '100' ? [authorization, { name: 'ics_bill', ...good }] : [authorization];
}
