import { firstFields } from '../platform/text/first-fields.ts';
import type { Incoming } from './provider.ts';
import { type FieldRules, storedBody, storedCall, storedForm } from './stored-fields.ts';

/** The stored form of a message below `/providers/<method>/`: from its query, a form or JSON. */
export function storedMessage({ path, method, query, headers, body }: Incoming, keeping: FieldRules): string {
  const text = body.toString('utf8');
  const isForm = /form/i.test(String(headers['content-type'])) && !text.trimStart().startsWith('{');
  const fields = [
    storedForm(query, keeping),
    isForm ? storedForm(new URLSearchParams(firstFields(text)), keeping) : storedBody(text, keeping),
  ];
  return storedCall(method, path, fields.filter((part) => part !== '').join(' '));
}
