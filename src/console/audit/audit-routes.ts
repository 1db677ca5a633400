import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { AuditRow } from '../../features/audit/audit.ts';
import { findAuditRow, readAuditHead } from '../../features/audit/store/audit-log.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { AUDIT } from '../exports/exported-fields.ts';
import type { ConsoleRoute } from '../route.ts';
import { fieldFacts } from '../views/field-views.ts';
import { factsView } from '../views/parts.ts';
import { showAudit, showAuditCheck } from './audit-list.ts';
import { actionText, actorCell, factsTable, subjectCell } from './facts-view.ts';

const POSITION = /^[1-9]\d{0,14}$/;

/** One change: the values before and after. */
async function showAuditRow(context: SignedInContext): Promise<FastifyReply> {
  const { deps, params, language } = context;
  const texts = AUDIT_TEXTS[language];
  const given = params.position ?? '';
  const [row, head] = POSITION.test(given)
    ? await Promise.all([findAuditRow(deps.db, Number(given)), readAuditHead(deps.db)])
    : [];
  if (!row) throw new ApiError('not_found');
  const website = row.websiteId === null ? undefined : await findWebsite(deps.db, row.websiteId);
  const facts = fieldFacts(context, AUDIT, row, [
    { field: 'action', html: html`${actionText(row.action, language)} <code>${row.action}</code>` },
    { field: 'at', label: texts.when },
    { field: 'actor_name', html: actorCell(context, row) },
    'address',
    { field: 'subject_kind', html: subjectCell(context, row) },
    {
      field: 'website_id',
      html: website
        ? html`<a href="${hrefOf(context, `/websites/${website.id}`)}"><bdi>${website.name}</bdi></a>`
        : row.websiteId === null
          ? null
          : html`${row.websiteId}`,
    },
    { field: 'hash', html: html`<code>${row.hash}</code>` },
  ]);
  const content = html`<div class="sheet">${factsView(facts)}</div>
<h2>${texts.changes}</h2>
${factsTable(row, language)}
${links(context, row, head?.position ?? row.position)}`;
  const title = texts.row({ position: row.position });
  return context.show({ title, content, place: '/audit' });
}

function links(context: SignedInContext, { position, subject, actor }: AuditRow, newest: number): Html {
  const texts = AUDIT_TEXTS[context.language];
  const link = (path: string, query: Record<string, string>, text: string) =>
    html`<a class="button quiet" href="${hrefOf(context, path, query)}">${text}</a> `;
  return html`<p class="row">${subject.id === null ? '' : link('/audit', { subject: subject.id }, texts.sameSubject)}${actor.id === null ? '' : link('/audit', { actor: actor.id }, texts.sameActor)}${position > 1 ? link(`/audit/${position - 1}`, {}, texts.former) : ''}${position < newest ? link(`/audit/${position + 1}`, {}, texts.next) : ''}</p>`;
}

/** The audit log: who changed what. The console cannot change it. */
export const AUDIT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/audit', access: 'audit.read', handle: showAudit },
  { method: 'GET', path: '/audit/check', access: 'audit.read', handle: showAuditCheck },
  { method: 'GET', path: '/audit/:position', access: 'audit.read', handle: showAuditRow },
];
