import type { FastifyReply } from 'fastify';
import { CURRENCIES, formatPercent } from '../../core/money.ts';
import { isPaidInHtgOnly, PAYMENT_METHODS } from '../../core/payment.ts';
import { type FeeRule, feeOf } from '../../features/fees/fee-rule.ts';
import { findFeeRule, listFeeRules, listUpcomingRules } from '../../features/fees/store/fee-rules.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FEE_TEXTS } from '../../platform/messages/fees/fees-messages.ts';
import { formatMoney, formatUnits, methodLabel } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { readPage } from '../views/pager.ts';
import { auditLink, doneView, timeView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';
import { visibleWebsite } from '../visible.ts';
import { backLink, linkButton, MENU_PATH, pathOf } from '../websites/website-view.ts';

/** An amount, of which each rule's fee is shown. */
const EXAMPLE_MINOR = 100_000;

/** The path of a website's fees. */
export function feesPath(website: Pick<Website, 'id'>): string {
  return `${pathOf(website)}/fees`;
}

/** The fee rules of a website in the mode of the header: those in force, those that start later, and all that were set. */
export async function showFees(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, mode } = context;
  const texts = FEE_TEXTS[language];
  const website = await visibleWebsite(context, context.params.id ?? '');
  const nowUs = Math.floor(deps.clock());
  const scope = { websiteId: website.id, mode };
  const kinds = PAYMENT_METHODS.flatMap((method) =>
    CURRENCIES.filter((currency) => currency === 'HTG' || !isPaidInHtgOnly(method)).map((currency) => {
      return { ...scope, method, currency };
    }),
  );
  const found = await Promise.all(kinds.map((kind) => findFeeRule(deps.db, kind, nowUs)));
  const inForce = found.filter((rule) => rule !== undefined).filter((rule) => !isZero(rule));
  const upcoming = await listUpcomingRules(deps.db, { ...scope, afterUs: nowUs, limit: kinds.length * 5 });
  const { shown, pager } = await readPage(
    context,
    { path: feesPath(website), query: { mode }, time: 'number' },
    async ({ before, limit }) =>
      (await listFeeRules(deps.db, { ...scope, before: before?.atUs, limit })).map((rule) => ({
        ...rule,
        id: String(rule.number),
      })),
  );
  const table = (caption: string, rules: readonly FeeRule[], columns: Column<FeeRule>[], empty: string) =>
    tableView(rules, { caption, empty: html`<p>${empty}</p>`, columns });
  const mayEnd = may(context, 'fees.set');
  const set = mayEnd ? html`<p>${linkButton(context, `${feesPath(website)}/set`, texts.set)}</p>` : '';
  const content = html`${backLink(context, website)}${doneView(context, texts.done)}<p class="soft">${texts.intro}</p>${set}
<h2>${texts.current}</h2>${table(texts.current, inForce, columns(context, mayEnd ? website : undefined), texts.noneNow)}
${upcoming.length === 0 ? '' : html`<h2>${texts.upcoming}</h2>${table(texts.upcoming, upcoming, columns(context), '')}`}
<h2>${texts.history}</h2>${table(texts.history, shown, columns(context), texts.none)}${pager}
<p>${auditLink(context, website.id)}</p>`;
  return context.show({ title: texts.titles[mode], content, place: MENU_PATH, mode });
}

/** Whether a rule says that there is no fee. */
export function isZero({ percentE3, fixedMinor, minimumMinor }: FeeRule): boolean {
  return percentE3 === 0 && fixedMinor === 0 && minimumMinor === 0;
}

/** The columns of rules; with a button that ends a rule, if its website is given. */
function columns(context: SignedInContext, endable?: Website): Column<FeeRule>[] {
  const { language } = context;
  const texts = FEE_TEXTS[language];
  const money = (read: (rule: FeeRule) => number) => (rule: FeeRule) =>
    html`${isZero(rule) ? '' : formatMoney(read(rule), rule.currency, language)}`;
  const isOperator = context.who.websiteIds === null;
  const setBy: Column<FeeRule> = { label: texts.setBy, cell: (rule) => html`<bdi>${rule.setBy}</bdi>` };
  const end = (rule: FeeRule): Html | '' =>
    endable
      ? html`<a class="button quiet" href="${hrefOf(context, `${feesPath(endable)}/end`, { method: rule.method, currency: rule.currency, mode: rule.mode })}">${texts.end}<span class="hidden"> ${methodLabel(rule.method, TEXTS[language])} ${rule.currency}</span></a>`
      : '';
  return [
    {
      label: texts.method,
      phone: 'lead',
      cell: ({ method, currency }) => html`${methodLabel(method, TEXTS[language])} ${currency}`,
    },
    {
      label: texts.percent,
      phone: 'end',
      isNumber: true,
      cell: (rule) => html`${isZero(rule) ? texts.noFee : `${formatPercent(rule.percentE3)}\u00a0%`}`,
    },
    {
      label: texts.fixed,
      phone: 'second',
      isNumber: true,
      cell: ({ fixedMinor, currency }) =>
        html`${fixedMinor === 0 ? '' : `+ ${formatMoney(fixedMinor, currency, language)}`}`,
    },
    { label: texts.minimum, isNumber: true, cell: money(({ minimumMinor }) => minimumMinor) },
    {
      label: texts.example({ money: formatUnits(EXAMPLE_MINOR, language) }),
      isNumber: true,
      cell: money((rule) => feeOf(rule, EXAMPLE_MINOR)),
    },
    { label: texts.start, phone: 'second', cell: ({ validFromUs }) => timeView(validFromUs, language) },
    ...(isOperator ? [setBy] : []),
    ...(endable ? [{ label: texts.end, phone: 'second', cell: end } as const] : []),
  ];
}
