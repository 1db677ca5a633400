import type { AuditAction } from '../../domain/audit.ts';
import { isAllowed } from '../../domain/roles.ts';
import { type Html, html } from '../../lib/html.ts';
import { AUDIT_TEXTS } from '../../messages/audit/audit-messages.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';

/** A link from a thing to all its changes in the audit log; empty for whoever may not read that. */
export function auditLink(visit: SignedInVisit, subjectId: string): Html | '' {
  return linkTo(visit, { subject: subjectId });
}

/** The same to all changes of a kind, of what has no id. */
export function auditActionLink(visit: SignedInVisit, action: AuditAction): Html | '' {
  return linkTo(visit, { action });
}

function linkTo(visit: SignedInVisit, query: Record<string, string>): Html | '' {
  if (!isAllowed(visit.who.user.role, 'audit.read')) return '';
  return html`<a class="button quiet" href="${hrefOf(visit, '/audit', query)}">${AUDIT_TEXTS[visit.language].audit}</a>`;
}
