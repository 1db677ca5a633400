import type { FastifyReply } from 'fastify';
import { ACTOR_KINDS, actorFilter } from '../../core/actor.ts';
import { AUDIT_ACTIONS, type AuditPlace, type AuditRow } from '../../features/audit/audit.ts';
import { checkAuditLog } from '../../features/audit/check-audit-log.ts';
import { findAuditRow, listAuditRows, readAuditHead } from '../../features/audit/store/audit-log.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { AUDIT } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import {
  askedRange,
  choiceFilter,
  chosenValue,
  dateFilter,
  type Filter,
  queryOf,
  textFilter,
  websiteFilter,
} from '../views/filters.ts';
import { type List, listView } from '../views/list.ts';
import { PAGE, pagerView } from '../views/pager.ts';
import { notice, secretOnce, timeLink } from '../views/parts.ts';
import { visibleWebsites } from '../visible.ts';
import { actionText, actorCell, changedNames, subjectCell } from './facts-view.ts';

/** As many rows as can be checked while a page loads. */
const CHECKED_ROWS = 1_000;

const MENU_PATH = '/audit';
const POSITION = /^\d{1,15}$/;
/** The audit log, newest first. */
export async function showAudit(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = AUDIT_TEXTS[language];
  const filters = filterFields(context, await visibleWebsites(context));
  const query = queryOf(filters);
  const before = queryField(request, 'before');
  const [head, found] = await Promise.all([readAuditHead(deps.db), rowsOf(context, query, before)]);
  const shown = found.slice(0, PAGE);
  const last = found.length > PAGE ? shown.at(-1) : undefined;
  const pager = pagerView(context, { path: MENU_PATH, query, before, next: last && String(last.position) });
  const list: List<AuditRow> = {
    path: MENU_PATH,
    title: texts.audit,
    filters,
    columns: fieldColumns(context, AUDIT, [
      {
        field: 'at',
        label: texts.when,
        phone: 'second',
        cell: ({ position, atUs }) => timeLink(context, `${MENU_PATH}/${position}`, atUs),
      },
      { field: 'actor_name', phone: 'end', cell: (row) => actorCell(context, row) },
      { field: 'action', phone: 'lead' },
      { field: 'subject_kind', phone: 'second', cell: (row) => subjectCell(context, row) },
      { label: texts.changes, phone: 'second', cell: (row) => html`${changedNames(row, language)}` },
    ]),
    none: texts.none,
    noneMatch: texts.noMatch,
    exported: 'audit',
    bottom: chain(context, head),
  };
  return context.show({
    title: list.title,
    content: await listView(context, list, { shown, pager }),
    place: MENU_PATH,
  });
}

async function rowsOf(
  context: SignedInContext,
  { actor = '', action = '', subject = '', website = '' }: Readonly<Record<string, string>>,
  before: string,
): Promise<AuditRow[]> {
  const { db } = context.deps;
  const { fromUs, toUs } = askedRange(context);
  return listAuditRows(db, {
    fromUs,
    toUs,
    actorKind: chosenValue(context, 'by', ACTOR_KINDS),
    ...actorFilter(actor),
    action,
    subjectId: subject,
    websiteId: website,
    before: POSITION.test(before) ? await findAuditRow(db, Number(before)) : undefined,
    limit: PAGE + 1,
  });
}

function filterFields(context: SignedInContext, websites: readonly Website[]): Filter[] {
  const { language } = context;
  const texts = AUDIT_TEXTS[language];
  return [
    textFilter(context, 'actor', texts.actor, 64),
    ...dateFilter(context, { hasTimes: true }),
    choiceFilter(context, 'by', texts.by, ACTOR_KINDS, (kind) => texts.actors[kind], texts.anybody),
    choiceFilter(context, 'action', texts.action, AUDIT_ACTIONS, (each) => actionText(each, language), texts.anyAction),
    { ...textFilter(context, 'subject', texts.subjectId, 64), isRare: true },
    websiteFilter(context, websites),
  ];
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

/** Checks the hash chain of the log's newest rows, up to its head. */
export async function showAuditCheck(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = AUDIT_TEXTS[language];
  const { rows, head, fault } = await checkAuditLog(deps.db, { last: CHECKED_ROWS });
  const place = `${head.position}:${head.hash}`;
  const result = fault
    ? notice('bad', html`<p>${refusalText(fault.refusal, language)}</p><p>${texts.broken}</p>`)
    : notice('good', html`<p>${texts.whole({ count: rows })}</p>`);
  const shown = fault ? '' : secretOnce(texts.head, place, texts.copy);
  const content = html`${result}<div class="sheet"><p>${texts.chainText}</p>${shown}
<p>${texts.checkAll} <code>peye audit verify --expect ${fault ? 'POSITION:HASH' : place}</code></p></div>`;
  return context.show({ title: texts.chain, content, place: '/audit' });
}
