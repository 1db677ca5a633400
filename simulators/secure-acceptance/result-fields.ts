import type { CardOutcome } from './cards.ts';
import { cardType } from './cards.ts';
import type { Result } from './result.ts';
import { type Fields, signatureOf } from './sign-fields.ts';
import type { SecureAcceptanceState } from './state.ts';
import { type Transaction, writeAmount } from './transactions.ts';

/** The fields of a form that its result repeats. */
const REPEATED = [
  'access_key',
  'profile_id',
  'transaction_uuid',
  'transaction_type',
  'reference_number',
  'amount',
  'currency',
  'locale',
];

type State = Pick<SecureAcceptanceState, 'profile' | 'now'>;

/** The result of a card that was tried. */
export function cardResult(
  state: State,
  form: Fields,
  { decision, reasonCode, message }: Pick<CardOutcome, 'reasonCode' | 'message'> & { decision: string },
  { id, atMs, approvedMinor, cardNumber, token }: Transaction,
): Result {
  return result(state, form, {
    decision,
    reason_code: reasonCode,
    message,
    transaction_id: id,
    req_payment_method: 'card',
    req_card_number: `xxxxxxxxxxxx${cardNumber.slice(-4)}`,
    req_card_type: cardType(cardNumber),
    ...(approvedMinor !== null && {
      auth_amount: writeAmount(approvedMinor),
      auth_code: '831000',
      auth_response: '100',
      auth_time: new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, ''),
    }),
    ...(token !== null && { payment_token: token }),
  });
}

/** The result of a form for which no card was tried. */
export function errorResult(state: State, form: Fields, reasonCode: string, more: Fields): Result {
  return result(state, form, { decision: 'ERROR', reason_code: reasonCode, ...more });
}

/** The result when the customer cancels: no transaction, and no reason code. The browser posts it to the cancel page. */
export function cancelResult(state: State, form: Fields): Result {
  const cancelled = result(state, form, { decision: 'CANCEL', message: 'The consumer cancelled the transaction.' });
  return { ...cancelled, browserUrl: form.override_custom_cancel_page };
}

function result({ profile, now }: State, form: Fields, reported: Fields): Result {
  const repeated = REPEATED.map((name) => [`req_${name}`, form[name] ?? '']);
  const unlisted = {
    ...reported,
    ...Object.fromEntries(repeated),
    signed_field_names: '',
    signed_date_time: `${new Date(now()).toISOString().slice(0, 19)}Z`,
  };
  const fields: Fields = { ...unlisted, signed_field_names: Object.keys(unlisted).join(',') };
  return {
    reference: form.reference_number ?? '',
    fields: { ...fields, signature: signatureOf(profile.secretKey, fields) },
    browserUrl: form.override_custom_receipt_page,
    backofficeUrl: form.override_backoffice_post_url,
  };
}
