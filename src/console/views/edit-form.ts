import type { FastifyReply } from 'fastify';
import type { AuditFacts } from '../../features/audit/audit.ts';
import { EditConflict } from '../../features/audit/edit-conflict.ts';
import { formField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { ConsoleContext, SignedInContext } from '../console-context.ts';
import { type ConsoleForm, formView } from './form.ts';
import { factsView, notice } from './parts.ts';

/** A page with a form that changes some facts of an item. */
interface EditPage extends Omit<ConsoleForm, 'hidden' | 'fault' | 'general'> {
  readonly title: string;
  /** The entry of the menu. */
  readonly place: string;
  /** The item's facts, as the audit log stores them, and the names of the facts that the form changes. */
  readonly facts: AuditFacts;
  readonly changes: readonly string[];
  /** Above the form's sheet, in it, and below it. */
  readonly top: Html;
  readonly text?: Html | '';
  readonly bottom?: Html | '';
}

/**
 * Shows a form with the version of the item that its user saw. When another user has changed the item since, the verb refuses the form as a
 * conflict: the page then shows the current values of its fields, and keeps what was typed.
 */
export function showEditForm(
  context: SignedInContext,
  { title, place, facts, changes, top, text, bottom = '', ...form }: EditPage,
  fault?: OperatorError,
): Promise<FastifyReply> {
  const isConflict = fault instanceof EditConflict;
  // Keep the version that the form was based on until the user has seen the conflict.
  const seen = fault && !isConflict ? formField(context.request, 'seen') : seenFacts(facts, changes);
  const warning = isConflict ? conflictNotice(context, fault, form.fields) : '';
  const view = formView(context, { ...form, fault, hidden: { seen }, ...(isConflict && { general: '' }) });
  const content = html`${top}${warning}<div class="sheet">${text ?? ''}${view}</div>${bottom}`;
  return context.show({ title, content, place }, fault ? (isConflict ? 409 : 422) : 200);
}

function conflictNotice({ language }: ConsoleContext, { now }: EditConflict, fields: ConsoleForm['fields']): Html {
  const texts = WEBSITE_TEXTS[language];
  const textOf = (value: AuditFacts[string] | undefined) =>
    typeof value === 'boolean' ? (value ? texts.on : texts.off) : String(value ?? texts.nothing);
  const facts = fields
    .filter(({ name }) => Object.hasOwn(now, name))
    .map(({ name, label }) => [label, html`<bdi>${textOf(now[name])}</bdi>`] as const);
  return notice('care', html`<p>${texts.conflict}</p>${facts.length > 0 ? factsView(facts) : ''}`);
}

/** The facts that a form shows, as the value of a hidden field. If another user changes them first, the verb reports the conflict. */
export function seenFacts(facts: AuditFacts, names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, facts[name] ?? null])));
}

/** The facts that the sender of a form saw. A missing or invalid value matches no version. */
export function sentFacts({ request }: Pick<ConsoleContext, 'request'>, names: readonly string[]): AuditFacts {
  const sent = parseObject(formField(request, 'seen')) ?? {};
  return Object.fromEntries(names.map((name) => [name, (sent[name] ?? null) as AuditFacts[string]]));
}
