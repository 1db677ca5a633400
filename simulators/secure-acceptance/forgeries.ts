import type { Fields } from './sign-fields.ts';

/**
 * The messages that an attacker without the key can forge from a genuine result: from the cancellation or decline of an
 * unpaid payment (`genuine`), or from the result of another, paid payment. None of them may be trusted.
 */
export function forgeriesOf(genuine: Fields, reference: string): readonly (readonly [what: string, fields: Fields])[] {
  const { signature: _, ...unsigned } = genuine;
  const names = (genuine.signed_field_names ?? '').split(',');
  const without = (name: string) => names.filter((one) => one !== name).join(',');
  const paid = { decision: 'ACCEPT', reason_code: '100', req_reference_number: reference };
  return [
    ['nothing but a claim', { ...paid }],
    ['no signature', { ...unsigned, ...paid }],
    ['an empty signature', { ...genuine, ...paid, signature: '' }],
    ['the genuine signature over other fields', { ...genuine, ...paid }],
    ['another payment in a genuine result', { ...genuine, req_reference_number: reference, message: 'replayed' }],
    ['no list of signed fields', { ...genuine, ...paid, signed_field_names: '' }],
    ['a list without the decision', { ...genuine, ...paid, signed_field_names: without('decision') }],
    ['a list without the payment', { ...genuine, ...paid, signed_field_names: without('req_reference_number') }],
    ['a list of nothing but itself', { ...genuine, ...paid, signed_field_names: 'signed_field_names' }],
    ['a list with a field that is not there', { ...genuine, ...paid, signed_field_names: `${names.join(',')},extra` }],
    ['the signature in hexadecimal', { ...genuine, ...paid, signature: hex(genuine.signature ?? '') }],
  ];
}

function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
