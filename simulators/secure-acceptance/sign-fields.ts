import { createHmac } from 'node:crypto';

export type Fields = Readonly<Record<string, string>>;

/** The signature of the fields that `signed_field_names` lists, in that order. */
export function signatureOf(secretKey: string, fields: Fields): string {
  const parts: string[] = [];
  for (const name of (fields.signed_field_names ?? '').split(',')) parts.push(`${name}=${fields[name]}`);
  const hmac = createHmac('sha256', Buffer.from(secretKey, 'utf8'));
  hmac.update(parts.join(','), 'utf8');
  return hmac.digest('base64');
}
