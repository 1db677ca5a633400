import type { Payout, PayoutLine } from '../../features/payouts/payout.ts';
import { isOpenLine, LINE_STATES } from '../../features/payouts/payout.ts';
import { listLines, listOnlyOurs } from '../../features/payouts/store/payout-lines.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { PAYOUT_LINES } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import { choiceFilter, chosenValue, filtersView, queryOf } from '../views/filters.ts';
import { PAGE, readPage } from '../views/pager.ts';
import { paymentLink, timeView, websiteView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';
import { visibleWebsites } from '../visible.ts';
import { lineBadge, PAYOUTS_PATH, reasonsView } from './payout-views.ts';

/** Only-theirs lines that no user has settled. */
const OPEN = 'open';
/** The name of the order in the pager: by the line of the file. */
const BY_LINE = 'line';

/** The lines of a payout in the order of the file, with a filter by state. */
export async function linesView(context: SignedInContext, payout: Payout): Promise<Html> {
  const { deps, language } = context;
  const texts = PAYOUT_TEXTS[language];
  const path = `${PAYOUTS_PATH}/${payout.id}`;
  const nameOf = (state: (typeof LINE_STATES)[number] | typeof OPEN) =>
    state === OPEN ? texts.openOnly : texts.lineStates[state];
  const filters = [choiceFilter(context, 'lines', texts.result, [OPEN, ...LINE_STATES], nameOf)];
  const state = chosenValue(context, 'lines', LINE_STATES);
  const isOpen = chosenValue(context, 'lines', [OPEN]) !== undefined;
  const query = { ...queryOf(filters), sort: BY_LINE };
  const { shown, pager } = await readPage(context, { path, query, time: 'line' }, async ({ before, limit }) =>
    (await listLines(deps.db, payout.id, { state, isOpen, after: before?.atUs ?? 0, limit })).map((line) => ({
      ...line,
      id: String(line.line),
    })),
  );
  const table = tableView(shown, {
    caption: texts.linesTitle,
    empty: html`<p>${texts.noLines}</p>`,
    columns: lineColumns(context, payout),
  });
  return html`<h2 id="lines">${texts.linesTitle}</h2>${filtersView(context, path, filters)}${reasonsView(shown, language)}${table}${pager}`;
}

function lineColumns(context: SignedInContext, payout: Payout): Column<PayoutLine>[] {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const maySettle = may(context, 'payouts.record') && payout.reversedAtUs === null;
  const settle = ({ line }: PayoutLine) =>
    html` <a class="button quiet" href="${hrefOf(context, `${PAYOUTS_PATH}/${payout.id}/lines/${line}`)}">${texts.settle}<span class="hidden"> ${line}</span></a>`;
  return fieldColumns(context, PAYOUT_LINES, [
    { field: 'line', label: texts.line, isNumber: true },
    { field: 'kind' },
    { field: 'reference', phone: 'lead' },
    { field: 'amount', phone: 'end', isNumber: true },
    { field: 'fee', label: texts.fee, isNumber: true },
    {
      label: texts.result,
      phone: 'second',
      cell: (line) =>
        html`${lineBadge(line, language)}${line.reason === null ? '' : html` ${texts.reasonNames[line.reason]}`}${line.note === null ? '' : html` <bdi>${line.note}</bdi>`}${maySettle && isOpenLine(line) ? settle(line) : ''}`,
    },
    {
      label: texts.payment,
      phone: 'second',
      cell: ({ paymentId, refundId }) =>
        refundId === null
          ? paymentLink(context, paymentId)
          : html`<a class="id" href="${hrefOf(context, `/refunds/${refundId}`)}">${refundId}</a>`,
    },
  ]);
}

/** The payments that the statement of a payout should have, and that no payout has. */
export async function outstandingView(context: SignedInContext, payout: Payout): Promise<Html | ''> {
  const { deps, language } = context;
  const texts = PAYOUT_TEXTS[language];
  if (payout.fromUs === null || payout.reversedAtUs !== null) return '';
  const [found, websites] = await Promise.all([listOnlyOurs(deps.db, payout, PAGE + 1), visibleWebsites(context)]);
  const table = tableView(found.slice(0, PAGE), {
    caption: texts.oursTitle,
    empty: html`<p>${texts.noneOurs}</p>`,
    columns: [
      {
        label: texts.finishedAt,
        phone: 'second',
        cell: ({ finishedAtUs }) => timeView(finishedAtUs, language),
      },
      { label: texts.payment, phone: 'lead', cell: ({ id }) => paymentLink(context, id) },
      { label: texts.website, phone: 'second', cell: ({ websiteId }) => websiteView(websites, websiteId) },
      { label: texts.providerRef, cell: ({ providerRef }) => html`<bdi>${providerRef ?? ''}</bdi>` },
      {
        label: texts.amount,
        phone: 'end',
        isNumber: true,
        cell: ({ amountMinor, currency }) => html`${formatMoney(amountMinor, currency, language)}`,
      },
    ],
  });
  const more = found.length > PAGE ? html`<p class="hint">${texts.oursShown({ count: PAGE })}</p>` : '';
  return html`<h2 id="ours">${texts.oursTitle}</h2><p class="soft">${texts.oursText}</p>${more}${table}`;
}
