import type { FastifyReply } from 'fastify';
import { US_PER_DAY } from '../../core/durations.ts';
import { ApiError } from '../../core/errors.ts';
import { monthOf, parseMonth, periodOf } from '../../features/statements/month.ts';
import { type AccountSheet, readStatement, type Statement } from '../../features/statements/statement.ts';
import {
  type AccountRow,
  accountRows,
  changeTexts,
  sheetRows,
  stateText,
} from '../../features/statements/statement-rows.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { formatDecimals, formatHaitiDay, formatHaitiMonth } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { factsView, notice } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { visibleWebsite } from '../visible.ts';
import { linkButton, pathOf } from '../websites/website-view.ts';
import { STATEMENTS_PATH } from './statements-page.ts';

/** A statement, and the website that it is of. */
export interface ShownStatement {
  readonly website: Website;
  readonly statement: Statement;
}

/**
 * The statement that an address names: that of the running month if it names none. Throws ApiError `not_found` if the user may not see the
 * website, and for a month that is none or has not started.
 */
export async function readShownStatement(context: SignedInContext): Promise<ShownStatement> {
  const { deps, mode, request } = context;
  const website = await visibleWebsite(context, context.params.id ?? '');
  const nowUs = deps.clock();
  const month = parseMonth(queryField(request, 'month') || monthOf(nowUs));
  if (month === undefined || month > monthOf(nowUs)) throw new ApiError('not_found');
  return { website, statement: await readStatement(deps.db, { websiteId: website.id, mode, month }, nowUs) };
}

/** A website's statement of a month, which can be printed. */
export async function showStatement(context: SignedInContext): Promise<FastifyReply> {
  const { language } = context;
  const texts = STATEMENT_TEXTS[language];
  const { website, statement } = await readShownStatement(context);
  const { mode, month, sheets } = statement;
  const { fromUs, toUs } = periodOf(month);
  const file = (extension: string) => hrefOf(context, `${pathOf(website)}/statement.${extension}`, { month, mode });
  const day = (us: number) => formatHaitiDay(us, language);
  const content = html`<p class="row statement-actions">${linkButton(context, `${pathOf(website)}/statements`, `«\u00a0${texts.title}`)}<button type="button" class="print quiet" hidden>${texts.print}</button><a class="button quiet" href="${file('pdf')}">${texts.pdf}</a><a class="button quiet" href="${file('csv')}">${texts.csv}</a></p>
<div class="sheet">${factsView([
    [texts.titles.website, html`<bdi>${website.name}</bdi>`],
    [texts.titles.website_id, html`<code>${website.id}</code>`],
    [texts.titles.mode, html`${texts.modes[mode]}`],
    [texts.titles.from, html`${day(fromUs)}`],
    [texts.titles.to, html`${day(toUs - US_PER_DAY / 2)}`],
  ])}</div>
${stateNotice(context, statement)}
${sheets.length === 0 ? html`<div class="empty"><p>${texts.none}</p></div>` : ''}
${sheets.map(
  ({ currency, due, accounts }) => html`<h2>${texts.dueIn({ currency })}</h2>${dueTable(context, due)}
<h2>${texts.accountsIn({ currency })}</h2><p class="soft">${texts.accountsIntro}</p>${accountsTable(context, accounts, currency)}`,
)}
<p class="soft">${texts.source}</p>`;
  const title = texts.statement({ month: formatHaitiMonth(fromUs, language) });
  return context.show({ title, content, place: STATEMENTS_PATH, mode });
}

function stateNotice({ language }: SignedInContext, statement: Statement): Html {
  const changes = changeTexts(statement, language).map((line) => html`<li>${line}</li>`);
  const list = changes.length === 0 ? '' : html`<ul>${changes}</ul>`;
  return notice(statement.state === 'issued' ? 'good' : 'care', html`<p>${stateText(statement, language)}</p>${list}`);
}

/** What providers hold: opening balance, moves by kind, closing balance. */
function dueTable({ language }: SignedInContext, due: AccountSheet): Html {
  const texts = STATEMENT_TEXTS[language];
  return tableView(sheetRows(due, language), {
    caption: texts.due,
    empty: '',
    columns: [
      {
        label: texts.item,
        cell: ({ item, entries }) => (entries === null ? html`<b>${item}</b>` : html`${item}`),
        phone: 'lead',
      },
      { label: texts.count, cell: ({ entries }) => html`${entries ?? ''}`, isNumber: true },
      {
        label: texts.amount,
        cell: ({ amountMinor, entries }) => amountView(amountMinor, { language, isSum: entries === null }),
        isNumber: true,
        phone: 'end',
      },
    ],
  });
}

/** All accounts of a currency: opening balance, moves, closing balance, and their sums. */
function accountsTable({ language }: SignedInContext, accounts: readonly AccountSheet[], currency: string): Html {
  const texts = STATEMENT_TEXTS[language];
  const amount = (label: string, read: (row: AccountRow) => number) => ({
    label,
    cell: (row: AccountRow) => amountView(read(row), { language, isSum: row.isSum }),
    isNumber: true,
  });
  return tableView(accountRows(accounts, language), {
    caption: texts.accountsIn({ currency }),
    empty: '',
    columns: [
      { label: texts.account, cell: ({ name, isSum }) => (isSum ? html`<b>${name}</b>` : html`<bdi>${name}</bdi>`) },
      amount(texts.opening, ({ openingMinor }) => openingMinor),
      amount(texts.moves, ({ movedMinor }) => movedMinor),
      amount(texts.closing, ({ closingMinor }) => closingMinor),
    ],
  });
}

function amountView(
  amountMinor: number,
  { language, isSum }: { language: SignedInContext['language']; isSum: boolean },
): Html {
  const text = formatDecimals(amountMinor, language);
  return isSum ? html`<b>${text}</b>` : html`${text}`;
}
