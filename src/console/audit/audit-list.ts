import type { FastifyReply } from 'fastify';
import { ACTOR_KINDS, askedActor } from '../../core/actor.ts';
import { AUDIT_ACTIONS, type AuditPlace, type AuditRow } from '../../core/audit.ts';
import { findAuditRow, listAuditRows, readAuditHead } from '../../features/audit/store/audit-log.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { exportButtons } from '../exports/export-buttons.ts';
import { haitiInputEndUs, haitiInputUs } from '../haiti-input.ts';
import { filtersView } from '../views/filters.ts';
import { PAGE, pagerView } from '../views/pager.ts';
import { tableView } from '../views/table.ts';
import { timeView } from '../views/time.ts';
import { visibleWebsites } from '../visible.ts';
import { websiteFilter } from '../work-views.ts';
import { actionText, actorCell, subjectCell } from './audit-cells.ts';
import { CHECKED_ROWS } from './audit-check.ts';
import { changedNames } from './facts-view.ts';

const MENU_PATH = '/audit';
const POSITION = /^\d{1,15}$/;
const FILTERS = ['from', 'to', 'by', 'actor', 'action', 'subject', 'website'] as const;
type Query = Readonly<Record<(typeof FILTERS)[number], string>>;

/** The audit log, newest first. */
export async function showAudit(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = AUDIT_TEXTS[language];
  const query = Object.fromEntries(FILTERS.map((name) => [name, queryField(request, name).trim()])) as Query;
  const before = queryField(request, 'before');
  const [head, found, websites] = await Promise.all([
    readAuditHead(deps.db),
    rowsOf(context, query, before),
    visibleWebsites(context),
  ]);
  const rows = found.slice(0, PAGE);
  const last = found.length > PAGE ? rows.at(-1) : undefined;
  const isAny = FILTERS.some((name) => query[name] !== '');
  const list = tableView(rows, {
    caption: texts.audit,
    empty: html`<p>${isAny ? texts.noMatch : texts.none}</p>`,
    columns: [
      {
        label: texts.when,
        cell: ({ position, atUs }) =>
          html`<a href="${hrefOf(context, `/audit/${position}`)}">${timeView(atUs, language)}</a>`,
      },
      { label: texts.who, cell: (row) => actorCell(context, row) },
      { label: texts.action, cell: ({ action }) => html`${actionText(action, language)}` },
      { label: texts.subject, cell: (row) => subjectCell(context, row) },
      { label: texts.changes, cell: (row) => html`${changedNames(row, language)}` },
    ],
  });
  const content = html`${filters(context, query, websites)}
${list}
${pagerView(context, { path: MENU_PATH, query, before, next: last && String(last.position) })}
${exportButtons(context, 'audit', query)}
${chain(context, head)}`;
  return context.show({ title: texts.audit, content, place: MENU_PATH });
}

async function rowsOf({ deps }: SignedInContext, query: Query, before: string): Promise<AuditRow[]> {
  return listAuditRows(deps.db, {
    fromUs: haitiInputUs(query.from),
    toUs: haitiInputEndUs(query.to),
    actorKind: ACTOR_KINDS.find((kind) => kind === query.by),
    ...askedActor(query.actor),
    action: query.action,
    subjectId: query.subject,
    websiteId: query.website,
    before: POSITION.test(before) ? await findAuditRow(deps.db, Number(before)) : undefined,
    limit: PAGE + 1,
  });
}

function filters(context: SignedInContext, query: Query, websites: readonly Website[]): Html {
  const { language } = context;
  const texts = AUDIT_TEXTS[language];
  return filtersView(context, MENU_PATH, [
    { name: 'actor', label: texts.actor, type: 'search', value: query.actor, maxlength: 64 },
    { name: 'from', label: texts.from, type: 'datetime-local', value: query.from },
    { name: 'to', label: texts.to, type: 'datetime-local', value: query.to },
    {
      name: 'by',
      label: texts.by,
      type: 'select',
      value: query.by,
      options: [['', texts.anybody], ...ACTOR_KINDS.map((kind) => [kind, texts.actors[kind]] as const)],
    },
    {
      name: 'action',
      label: texts.action,
      type: 'select',
      value: query.action,
      options: [['', texts.anyAction], ...AUDIT_ACTIONS.map((each) => [each, actionText(each, language)] as const)],
    },
    { name: 'subject', label: texts.subjectId, type: 'search', value: query.subject, maxlength: 64 },
    ...websiteFilter(context, websites),
  ]);
}

function chain(context: SignedInContext, head: AuditPlace | undefined): Html {
  const { language } = context;
  const texts = AUDIT_TEXTS[language];
  const place = head
    ? html`<p>${texts.head}${TEXTS[language].colon} <code>${head.position}:${head.hash}</code></p>`
    : '';
  const check = texts.check({ count: CHECKED_ROWS });
  return html`<div class="sheet"><h2>${texts.chain}</h2><p>${texts.chainText}</p>${place}
<p class="row"><a class="button quiet" href="${hrefOf(context, '/audit/check')}">${check}</a></p></div>`;
}
