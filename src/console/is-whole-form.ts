import type { FastifyRequest } from 'fastify';
import type { FieldCount } from './route.ts';

/** What every form has: its secret, the page it stands on, and, for what keeps passwords, whose password it is. */
const OF_EVERY_FORM: Readonly<Record<string, FieldCount>> = {
  form_token: 'one',
  form_page: 'maybe',
  username: 'maybe',
};

/**
 * Whether a form was sent as its route says: every field as often as it may be, and none besides. So a field that is missing is never read
 * as one that was left empty, of two of a name none is chosen, and what nobody asked for is not looked at.
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
  // Of two of a name a form in parts has nothing, other forms have a list.
  return isSent ? value !== undefined && !Array.isArray(value) : count === 'maybe';
}
