import type { Profile } from './profile.ts';
import { type Fields, signatureOf } from './sign-fields.ts';
import { readAmount } from './transactions.ts';

/** How old a form may be, and how long a transaction_uuid counts as used. */
export const FORM_LIFE_MS = 15 * 60_000;

/** The fields that must be signed in every form. */
const MUST_BE_SIGNED = [
  'access_key',
  'profile_id',
  'transaction_uuid',
  'signed_field_names',
  'unsigned_field_names',
  'signed_date_time',
  'locale',
  'transaction_type',
  'reference_number',
  'amount',
  'currency',
];
/** The addresses to which a result is sent: only the merchant may set these. */
const SIGNED_IF_GIVEN = ['override_custom_receipt_page', 'override_custom_cancel_page', 'override_backoffice_post_url'];

/** Why the page does not even open for this form: the merchant did not create it, or created it too long ago. */
export function refuseForm(profile: Profile, fields: Fields, nowMs: number): string | undefined {
  if (fields.access_key !== profile.accessKey) return 'access_key is not known';
  if (fields.profile_id !== profile.profileId) return 'profile_id is not known';
  const signed = (fields.signed_field_names ?? '').split(',');
  const unsigned = (fields.unsigned_field_names ?? '').split(',').filter((name) => name !== '');
  if (signed.includes('signature') || unsigned.includes('signature')) return 'the signature cannot be signed';
  const missing = MUST_BE_SIGNED.find((name) => !signed.includes(name));
  if (missing !== undefined) return `${missing} is not signed`;
  const twice = [...signed, ...unsigned].find((name, index, all) => all.indexOf(name) !== index);
  if (twice !== undefined) return `${twice} is listed twice`;
  for (const name of [...signed, ...unsigned])
    if (fields[name] === undefined) return `${name} is listed, but not there`;
  for (const name of Object.keys(fields)) {
    if (name === 'signature') continue;
    if (!signed.includes(name) && !unsigned.includes(name)) return `${name} is not listed`;
    if (SIGNED_IF_GIVEN.includes(name) && !signed.includes(name)) return `${name} is not signed`;
  }
  if (fields.signature !== signatureOf(profile.secretKey, fields)) return 'the signature is wrong';
  const time = fields.signed_date_time ?? '';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))
    return 'signed_date_time is not of the form 2026-01-31T12:00:00Z';
  if (!(Math.abs(nowMs - Date.parse(time)) <= FORM_LIFE_MS)) return 'signed_date_time is too old, or too far ahead';
  return undefined;
}

const LOCALES = ['en-us', 'fr-fr', 'es-es', 'en-gb', 'fr-ca'];
const TYPES = ['sale', 'sale,create_payment_token', 'authorization', 'authorization,create_payment_token'];

const VALID: Readonly<Record<string, (value: string) => boolean>> = {
  transaction_uuid: (value) => value.length >= 1 && value.length <= 40,
  reference_number: (value) => value.length >= 1 && value.length <= 50,
  locale: (value) => LOCALES.includes(value),
  transaction_type: (value) => TYPES.includes(value),
  amount: (value) => value.length <= 15 && (readAmount(value) ?? 0) > 0,
  currency: (value) => value === 'HTG' || value === 'USD',
  override_custom_receipt_page: isAddress,
  override_custom_cancel_page: isAddress,
  override_backoffice_post_url: isAddress,
};

/** The fields of a form whose values are not valid: the result is then an error with reason code 102. */
export function invalidFields(fields: Fields): string[] {
  return Object.entries(VALID).flatMap(([name, isValid]) => {
    const value = fields[name];
    return value === undefined || isValid(value) ? [] : [name];
  });
}

function isAddress(value: string): boolean {
  return value.length <= 255 && /^https?:\/\//.test(value) && URL.canParse(value);
}
