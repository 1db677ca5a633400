import type { FastifyRequest } from 'fastify';
import type { FieldCount } from './route.ts';

/** The fields of every form: its token, the address of its page, and, for password managers, the user name. */
const OF_EVERY_FORM: Readonly<Record<string, FieldCount>> = {
  form_token: 'one',
  form_page: 'maybe',
  username: 'maybe',
};

/**
 * Whether a form sent exactly the fields of its route, each as often as allowed. So a missing field is never read as an empty one, a
 * duplicate is never resolved by picking one, and unknown fields are never read.
 */
export function isWholeForm(
  { body }: Pick<FastifyRequest, 'body'>,
  sends: Readonly<Record<string, FieldCount>>,
): boolean {
  const fields = { ...OF_EVERY_FORM, ...sends };
  const sent = { ...(body as Readonly<Record<string, unknown>> | null) };
  return (
    Object.keys(sent).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, count]) => isCount(count, sent[name], Object.hasOwn(sent, name)))
  );
}

function isCount(count: FieldCount, value: unknown, isSent: boolean): boolean {
  if (count === 'many') return true;
  // For a duplicate field, a multipart form has no value, and other forms have a list.
  return isSent ? value !== undefined && !Array.isArray(value) : count === 'maybe';
}
