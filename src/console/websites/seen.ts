import type { AuditFacts } from '../../domain/audit.ts';
import { formField } from '../../http/form-fields.ts';
import { parseObject } from '../../lib/json-object.ts';
import type { Visit } from '../visit.ts';

/** What the forms of a logo change. */
export const LOGO_FACTS = ['logo'];

/** What the buttons of the secret for test events change. */
export const TEST_SECRET_FACTS = ['test_secret'];

/** Of the facts of a thing those that a form shows, for a hidden field of it: the second of two people is told what the first has changed. */
export function seenFacts(facts: AuditFacts, names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, facts[name] ?? null])));
}

/** What a form's sender has seen. What was left out, or is not ours, was not seen as anything. */
export function sentFacts({ request }: Pick<Visit, 'request'>, names: readonly string[]): AuditFacts {
  const sent = parseObject(formField(request, 'seen')) ?? {};
  return Object.fromEntries(names.map((name) => [name, (sent[name] ?? null) as AuditFacts[string]]));
}
