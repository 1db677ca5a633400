import type { AuditRow } from '../../domain/audit.ts';
import { type Html, html } from '../../lib/html.ts';
import { AUDIT_TEXTS } from '../../messages/audit/audit-messages.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';

/** Where a thing of the log has its page. */
const PLACES: Readonly<Record<string, string>> = {
  ...{ user: '/people', website: '/websites', payment: '/payments', link: '/links' },
};

/** Who has made a change, and by way of what; HTML. */
export function actorCell(visit: SignedInVisit, { actor }: AuditRow): Html {
  const name = html`<bdi>${actor.name}</bdi>`;
  const who = actor.id === null ? name : html`<a href="${hrefOf(visit, `/people/${actor.id}`)}">${name}</a>`;
  return html`${who} <span class="soft">${AUDIT_TEXTS[visit.language].actors[actor.kind]}</span>`;
}

/** What was changed, with a link to its page where it has one; HTML. */
export function subjectCell(visit: SignedInVisit, { subject }: AuditRow): Html {
  const kinds: Readonly<Record<string, string>> = AUDIT_TEXTS[visit.language].subjects;
  const kind = kinds[subject.kind] ?? subject.kind;
  if (subject.id === null) return html`${kind}`;
  const place = PLACES[subject.kind];
  const id = html`<code>${subject.id}</code>`;
  return html`${kind} ${place === undefined ? id : html`<a href="${hrefOf(visit, `${place}/${subject.id}`)}">${id}</a>`}`;
}
