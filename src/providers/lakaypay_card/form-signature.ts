import { createHmac } from 'node:crypto';
import { isSameText } from '../../platform/secrets/secrets.ts';

/** More than any of CyberSource's forms has. */
const NAMES_LIMIT = 200;
const NAME = /^[A-Za-z0-9_]+$/;

export type FormFields = Readonly<Record<string, string>>;

/** The names of the fields that a form declares as signed; undefined when it declares none, or is not like CyberSource's forms. */
export function signedNames(fields: FormFields): readonly string[] | undefined {
  const names = fields.signed_field_names?.split(',');
  if (!names || names.length > NAMES_LIMIT || new Set(names).size !== names.length) return undefined;
  return names.every((name) => NAME.test(name) && Object.hasOwn(fields, name)) ? names : undefined;
}

/**
 * The signature of a form: base64 of HMAC-SHA256, under the secret key as text, over its signed fields in their order.
 */
export function signForm(secretKey: string, fields: FormFields, names: readonly string[]): string {
  return createHmac('sha256', secretKey).update(signedText(fields, names)).digest('base64');
}

/**
 * Whether a form was signed with the key, and is unambiguous. The signed text has no escapes: `name=value`, joined by
 * commas. A value that looks like one of the fields (customers type some of them) could therefore be a forged
 * field; a form that can be read in two ways is rejected.
 */
export function isSigned(secretKey: string, fields: FormFields): boolean {
  const names = signedNames(fields);
  if (!names?.includes('signed_field_names')) return false;
  if (!isSameText(signForm(secretKey, fields, names), fields.signature ?? '')) return false;
  const text = `,${signedText(fields, names)}`;
  return names.every((name) => text.indexOf(`,${name}=`) === text.lastIndexOf(`,${name}=`));
}

function signedText(fields: FormFields, names: readonly string[]): string {
  return names.map((name) => `${name}=${fields[name]}`).join(',');
}
