import { AUDIT_ACTIONS, type AuditRow } from '../../features/audit/audit.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';

/** The path of the page for each kind of target. */
const PLACES: Readonly<Record<string, string>> = {
  user: '/people',
  website: '/websites',
  payment: '/payments',
  link: '/links',
  refund: '/refunds',
};

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
