import { html } from 'ghtml';
import { isAllowed } from '../../domain/roles.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';
import { AUDIT_TEXTS } from './audit-texts.ts';

/** A link from a thing to all its changes in the audit log; empty for whoever may not read that. */
export function auditLink(visit: SignedInVisit, subjectId: string): string {
  if (!isAllowed(visit.who.user.role, 'audit.read')) return '';
  return html`<a class="button quiet" href="${hrefOf(visit, '/audit', { subject: subjectId })}">${AUDIT_TEXTS[visit.language].audit}</a>`;
}
