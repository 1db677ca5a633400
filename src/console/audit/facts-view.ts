import { PAYMENT_METHODS } from '../../core/payment.ts';
import { isRole } from '../../core/roles.ts';
import { parseTimestamp } from '../../core/timestamps.ts';
import { AUDIT_ACTIONS, type AuditRow } from '../../features/audit/audit.ts';
import { parseFacts } from '../../features/audit/audit-rows.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import { FACT_TEXTS } from '../../platform/messages/audit-facts/audit-facts-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import { ROLE_MESSAGES } from '../../platform/messages/roles/role-messages.ts';
import { formatHaitiTime, methodName } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { tableView } from '../views/table.ts';

/** The path of the page for each kind of target. */
const PLACES: Readonly<Record<string, string>> = {
  user: '/people',
  website: '/websites',
  payment: '/payments',
  link: '/links',
  checkout_session: '/checkout',
  refund: '/refunds',
};

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** The display names of the fields that a change touched. */
export function changedNames({ before, after }: AuditRow, language: Language): string {
  return Object.keys(parseFacts(after ?? before))
    .map((name) => factName(name, language))
    .join(', ');
}

/** The values before and after a change, in two columns. */
export function factsTable({ before, after }: AuditRow, language: Language): Html {
  const texts = AUDIT_TEXTS[language];
  const [was, is] = [parseFacts(before), parseFacts(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const cell = (facts: Readonly<Record<string, unknown>>) => (name: string) =>
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

/** The actor of a change and its channel. */
export function actorCell(context: SignedInContext, { actor }: AuditRow): Html {
  const name = html`<bdi>${actor.name}</bdi>`;
  const who = actor.id === null ? name : html`<a href="${hrefOf(context, `/people/${actor.id}`)}">${name}</a>`;
  return html`${who} <span class="soft">${AUDIT_TEXTS[context.language].actors[actor.kind]}</span>`;
}

/** The target of a change, with a link to its page if it has one. */
export function subjectCell(context: SignedInContext, { subject }: AuditRow): Html {
  const kinds: Readonly<Record<string, string>> = AUDIT_TEXTS[context.language].subjects;
  const kind = kinds[subject.kind] ?? subject.kind;
  if (subject.id === null) return html`${kind}`;
  const place = PLACES[subject.kind];
  const id = html`<code>${subject.id}</code>`;
  return html`${kind} ${place === undefined ? id : html`<a href="${hrefOf(context, `${place}/${subject.id}`)}">${id}</a>`}`;
}

/** The name of an action. An action of a newer version is shown by its id. */
export function actionText(action: string, language: Language): string {
  const known = AUDIT_ACTIONS.find((each) => each === action);
  return known === undefined ? action : ACTION_TEXTS[language][known];
}
