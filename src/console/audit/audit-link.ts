import type { AuditAction } from '../../domain/audit.ts';
import { isAllowed } from '../../domain/roles.ts';
import { type Html, html } from '../../lib/html.ts';
import { AUDIT_TEXTS } from '../../messages/audit/audit-messages.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';

/** A link from an object to its changes in the audit log; empty for users who may not read the log. */
export function auditLink(visit: SignedInVisit, subjectId: string): Html | '' {
  return linkTo(visit, { subject: subjectId });
}

/** A link to all changes by one action, for settings that have no id. */
export function auditActionLink(visit: SignedInVisit, action: AuditAction): Html | '' {
  return linkTo(visit, { action });
}

function linkTo(visit: SignedInVisit, query: Record<string, string>): Html | '' {
  if (!isAllowed(visit.who.user.role, 'audit.read')) return '';
  return html`<a class="button quiet" href="${hrefOf(visit, '/audit', query)}">${AUDIT_TEXTS[visit.language].audit}</a>`;
}
