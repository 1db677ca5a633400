import type { AuditFacts } from '../../core/audit.ts';
import { formField } from '../../http/form-fields.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { ConsoleContext } from '../console-context.ts';

/** The facts that the forms of a logo change. */
export const LOGO_FACTS = ['logo'];

/** The facts that the buttons of the test event secret change. */
export const TEST_SECRET_FACTS = ['test_secret'];

/** The facts that a form shows, as the value of a hidden field. If another user changes them first, the verb reports the conflict. */
export function seenFacts(facts: AuditFacts, names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, facts[name] ?? null])));
}

/** The facts that the sender of a form saw. A missing or invalid value matches no version. */
export function sentFacts({ request }: Pick<ConsoleContext, 'request'>, names: readonly string[]): AuditFacts {
  const sent = parseObject(formField(request, 'seen')) ?? {};
  return Object.fromEntries(names.map((name) => [name, (sent[name] ?? null) as AuditFacts[string]]));
}
