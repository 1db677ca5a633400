import { PAYMENT_METHODS } from '../../core/payment.ts';
import { isRole } from '../../core/roles.ts';
import { parseTimestamp } from '../../core/timestamps.ts';
import type { AuditRow } from '../../features/audit/audit.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { FACT_TEXTS } from '../../platform/messages/audit-facts/audit-facts-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import { ROLE_MESSAGES } from '../../platform/messages/roles/role-messages.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { methodName } from '../../platform/wording/format.ts';
import { formatHaitiTime } from '../../platform/wording/format-haiti-time.ts';
import { tableView } from '../views/table.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** The display names of the fields that a change touched. */
export function changedNames({ before, after }: AuditRow, language: Language): string {
  return Object.keys(factsOf(after ?? before))
    .map((name) => factName(name, language))
    .join(', ');
}

/** The values before and after a change, in two columns. */
export function factsTable({ before, after }: AuditRow, language: Language): Html {
  const texts = AUDIT_TEXTS[language];
  const [was, is] = [factsOf(before), factsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const cell = (facts: Record<string, unknown>) => (name: string) =>
    name in facts ? html`<bdi>${valueText(name, facts[name], language)}</bdi>` : '';
  return tableView(names, {
    caption: texts.changes,
    empty: html`<p>${texts.noFacts}</p>`,
    columns: [
      { label: texts.fact, cell: (name) => html`${factName(name, language)}` },
      ...(before === null ? [] : [{ label: texts.before, cell: cell(was) }]),
      ...(after === null ? [] : [{ label: texts.after, cell: cell(is) }]),
    ],
  });
}

function factsOf(text: string | null): Record<string, unknown> {
  return (text === null ? undefined : parseObject(text)) ?? {};
}

function factName(name: string, language: Language): string {
  const known: Readonly<Record<string, string>> = FACT_TEXTS[language];
  return known[name] ?? name;
}

/** A value for display: the names of roles and languages, times in Haiti's time zone. */
function valueText(name: string, value: unknown, language: Language): string {
  const texts = AUDIT_TEXTS[language];
  if (value === null || (Array.isArray(value) && value.length === 0)) return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value)) return value.map((each) => knownMethod(each, language) ?? each).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  const method = name === 'method' ? knownMethod(value, language) : undefined;
  if (method) return method;
  if (name === 'role' && isRole(value)) return ROLE_MESSAGES[language].name[value];
  const spoken = name === 'language' ? LANGUAGES.find((each) => each === value) : undefined;
  if (spoken) return TEXTS[spoken].languageName;
  const atUs = TIMESTAMP.test(value) ? parseTimestamp(value) : undefined;
  return atUs === undefined ? value : formatHaitiTime(atUs, language);
}

function knownMethod(value: unknown, language: Language): string | undefined {
  const method = PAYMENT_METHODS.find((each) => each === value);
  return method && methodName(method, TEXTS[language]);
}
