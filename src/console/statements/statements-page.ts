import type { FastifyReply } from 'fastify';
import { firstEntryUs } from '../../features/ledger/store/postings.ts';
import { type Month, monthOf, monthsLater, periodOf } from '../../features/statements/month.ts';
import { sheetsOf } from '../../features/statements/statement.ts';
import { type IssuedStatement, listStatements } from '../../features/statements/store/statements.ts';
import { listNewestWebsites } from '../../features/websites/store/websites.ts';
import { seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { formatHaitiMonth, formatMoney } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { showList } from '../views/list.ts';
import { timeView } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { visibleWebsite } from '../visible.ts';
import { backLink, pathOf } from '../websites/website-view.ts';

/** Ten years. The address of an older month still shows its statement. */
const MOST_MONTHS = 120;

/** The menu's path. */
export const STATEMENTS_PATH = '/statements';

/** The websites that the user may see, each with a link to its statements; the months at once for users of one website. */
export async function showWebsites(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, reply, language } = context;
  const statementsOf = (id: string) => hrefOf(context, `${pathOf({ id })}/statements`);
  const [id, ...others] = who.websiteIds ?? [];
  if (id !== undefined && others.length === 0) return seeOther(reply, statementsOf(id));
  const texts = STATEMENT_TEXTS[language];
  return showList(context, (page) => listNewestWebsites(deps.db, { ids: who.websiteIds ?? undefined, ...page }), {
    path: STATEMENTS_PATH,
    title: texts.title,
    time: 'createdAtUs',
    top: html`<p class="soft">${texts.intro}</p>`,
    columns: [
      {
        label: texts.titles.website,
        phone: 'lead',
        cell: (website) => html`<a href="${statementsOf(website.id)}"><bdi>${website.name}</bdi></a>`,
      },
      { label: texts.titles.website_id, phone: 'second', cell: (website) => html`<code>${website.id}</code>` },
    ],
    none: WEBSITE_TEXTS[language].noneOwn,
  });
}

/** The months of a website that have a statement, newest first. */
export async function showStatements(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, mode } = context;
  const texts = STATEMENT_TEXTS[language];
  const website = await visibleWebsite(context, context.params.id ?? '');
  const book = { websiteId: website.id, mode };
  const firstUs = await firstEntryUs(deps.db, book);
  const issued = mode === 'live' ? await listStatements(deps.db, { websiteId: website.id, limit: MOST_MONTHS }) : [];
  const byMonth = new Map(issued.map((each) => [each.month, each]));
  const months = firstUs === undefined ? [] : monthsSince(monthOf(firstUs), monthOf(deps.clock()));
  const table = tableView(months, {
    caption: texts.title,
    empty: html`<p>${texts.noneIssued}</p>`,
    columns: [
      {
        label: texts.month,
        cell: (month) =>
          html`<a href="${hrefOf(context, `${pathOf(website)}/statement`, { month, mode })}">${formatHaitiMonth(periodOf(month).fromUs, language)}</a>`,
        phone: 'lead',
      },
      { label: texts.state, cell: (month) => stateView(context, month, byMonth.get(month)), phone: 'second' },
      {
        label: texts.closingDue,
        cell: (month) => closingView(context, byMonth.get(month)),
        isNumber: true,
        phone: 'end',
      },
    ],
  });
  const content = html`${backLink(context, website)}<p class="soft">${texts.intro}</p>${table}`;
  return context.show({ title: texts.title, content, place: STATEMENTS_PATH, mode });
}

/** The months from the first to the last, newest first; at most MOST_MONTHS. */
function monthsSince(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = last; month >= first && months.length < MOST_MONTHS; month = monthsLater(month, -1))
    months.push(month);
  return months;
}

/** When the statement was issued, or why it was not. Whether entries were added since is on its page. */
function stateView({ deps, language }: SignedInContext, month: Month, issued: IssuedStatement | undefined): Html {
  const texts = STATEMENT_TEXTS[language];
  if (issued) return html`${texts.issued} ${timeView(issued.issuedAtUs, language)}`;
  return html`${month === monthOf(deps.clock()) ? texts.states.running : texts.states.open}`;
}

function closingView({ language }: SignedInContext, issued: IssuedStatement | undefined): Html | '' {
  if (!issued) return '';
  const sums = sheetsOf(issued.lines).map(({ currency, due }) => formatMoney(due.closingMinor, currency, language));
  return html`${sums.map((sum) => html`<div>${sum}</div>`)}`;
}
