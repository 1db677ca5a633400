import { firstFields } from '../lib/first-fields.ts';
import { type Keeping, keptBody, keptCall, keptForm } from './kept-fields.ts';
import type { Incoming } from './provider.ts';

/** What of a message may be kept that came in below `/providers/<method>/`: in its query, in a form or in JSON. */
export function toldMessage({ path, method, query, headers, body }: Incoming, keeping: Keeping): string {
  const text = body.toString('utf8');
  const isForm = /form/i.test(String(headers['content-type'])) && !text.trimStart().startsWith('{');
  const fields = [
    keptForm(query, keeping),
    isForm ? keptForm(new URLSearchParams(firstFields(text)), keeping) : keptBody(text, keeping),
  ];
  return keptCall(method, path, fields.filter((part) => part !== '').join(' '));
}
