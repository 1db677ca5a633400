import { isAllowed } from '../../core/roles.ts';
import type { AuditAction } from '../../features/audit/audit.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';

/** A link from an object to its changes in the audit log; empty for users who may not read the log. */
export function auditLink(context: SignedInContext, subjectId: string): Html | '' {
  return linkTo(context, { subject: subjectId });
}

/** A link to all changes by one action, for settings that have no id. */
export function auditActionLink(context: SignedInContext, action: AuditAction): Html | '' {
  return linkTo(context, { action });
}

function linkTo(context: SignedInContext, query: Record<string, string>): Html | '' {
  if (!isAllowed(context.who.user.role, 'audit.read')) return '';
  return html`<a class="button quiet" href="${hrefOf(context, '/audit', query)}">${AUDIT_TEXTS[context.language].audit}</a>`;
}
