import type { FastifyReply } from 'fastify';
import { formField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { CONFIRM_TEXTS } from '../../platform/messages/confirm/confirm-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { type ConsoleContext, hrefOf, type SignedInContext } from '../console-context.ts';
import { type ConsoleForm, type FormField, formView } from './form.ts';

/** The field of a confirmation that contains the name that the user typed. */
export const TYPED_NAME = 'shop_name';

/** A question before a change that stops money, or lets it flow. */
export interface Confirmation extends Pick<ConsoleForm, 'action' | 'submit' | 'isDanger'> {
  readonly title: string;
  /** The entry of the menu. */
  readonly place: string;
  /** The name of the shop, which the user types. */
  readonly name: string;
  /** The consequences, one sentence each. */
  readonly facts: readonly string[];
  /** Fields above the name. */
  readonly fields?: readonly FormField[];
  /** The page that the user returns to without a change. */
  readonly back: string;
}

/**
 * Confirms a change: names the shop, lists the consequences, and requires the user to type the shop's name. The handler of the form
 * checks the name with `requireTypedName`, so that a request without it changes nothing.
 */
export function showConfirmation(
  context: SignedInContext,
  { title, place, name, facts, fields = [], back, ...form }: Confirmation,
  fault?: OperatorError,
): Promise<FastifyReply> {
  const texts = CONFIRM_TEXTS[context.language];
  const view = formView(context, { ...form, fault, fields: [...fields, typedNameField(context)] });
  const content = html`<div class="sheet"><p><strong><bdi>${name}</bdi></strong></p><ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>${view}</div>
<p><a class="button quiet" href="${hrefOf(context, back)}">${texts.keep}</a></p>`;
  return context.show({ title, content, place }, fault ? 422 : 200);
}

/** The field in which the user types the name of a shop. */
export function typedNameField({ language }: Pick<ConsoleContext, 'language'>): FormField {
  return { name: TYPED_NAME, label: CONFIRM_TEXTS[language].typeName, maxlength: 255, autocomplete: 'off' };
}

/** Throws OperatorError unless the form contains this name; upper and lower case, and spaces around and between words, do not matter. */
export function requireTypedName({ request }: Pick<ConsoleContext, 'request'>, name: string): void {
  if (folded(formField(request, TYPED_NAME)) === folded(name)) return;
  throw new OperatorError('invalid', TYPED_NAME, refusal('nameNotTyped', { name }));
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
