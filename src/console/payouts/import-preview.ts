import type { PayoutLine } from '../../features/payouts/payout.ts';
import { MOST_OUTSTANDING } from '../../features/payouts/payout-rules.ts';
import type { PreviewedPayout } from '../../features/payouts/preview-statement.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { factsView, notice, paymentLink, websiteView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';
import { paidOnText, payoutMoney, reasonsView } from './payout-views.ts';

/** More lines that fit nothing are not listed; the page of the imported payout has all. */
const SHOWN = 50;
/** A few matched lines show that the right columns were read. */
const SHOWN_MATCHED = 5;

/** What an import would do: for each payout its sums, the lines that fit nothing with the reason, and a few of the others. */
export function previewView(
  context: SignedInContext,
  previewed: readonly PreviewedPayout[],
  websites: readonly Website[],
): Html {
  return html`${previewed.map((each) => payoutView(context, each, websites))}`;
}

function payoutView(
  context: SignedInContext,
  { payout, isNew, lines, outstanding }: PreviewedPayout,
  websites: readonly Website[],
): Html {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const money = (minor: number) => html`${payoutMoney(payout, minor, language)}`;
  const facts = factsView([
    [texts.paidOn, html`${paidOnText(payout, language)}`],
    [texts.gross, money(payout.grossMinor)],
    [texts.fee, money(payout.feeMinor)],
    [texts.net, money(payout.netMinor)],
    [texts.lines, html`${payout.lines.length}`],
  ]);
  const title = html`<h2>${texts.payout} <bdi>${payout.reference}</bdi></h2>`;
  if (!isNew)
    return html`${title}${notice('care', html`<p>${texts.knownBefore}</p>`)}<div class="sheet">${facts}</div>`;
  const open = lines.filter(({ state }) => state === 'only_theirs');
  const matched = lines.filter(({ state }) => state === 'matched');
  const ours =
    outstanding === 0
      ? ''
      : html`<p>${outstanding < MOST_OUTSTANDING ? texts.wouldOurs({ count: outstanding }) : texts.wouldOursMore({ count: outstanding })}</p>`;
  const result = texts.wouldMatch({ matched: matched.length, lines: lines.length });
  return html`${title}${notice(open.length === 0 ? 'good' : 'care', html`<p><strong>${result}</strong></p>${ours}`)}<div class="sheet">${facts}</div>
${open.length === 0 ? '' : html`<p>${texts.wouldOpen({ count: open.length })}</p>${reasonsView(open, language)}${linesTable(context, open.slice(0, SHOWN), websites)}${open.length > SHOWN ? html`<p class="hint">${texts.oursShown({ count: SHOWN })}</p>` : ''}`}
${matched.length === 0 ? '' : html`<h3>${texts.lineStates.matched}</h3>${linesTable(context, matched.slice(0, SHOWN_MATCHED), websites)}${matched.length > SHOWN_MATCHED ? html`<p class="hint">${texts.oursShown({ count: SHOWN_MATCHED })}</p>` : ''}`}`;
}

function linesTable(context: SignedInContext, lines: readonly PayoutLine[], websites: readonly Website[]): Html {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const columns: Column<PayoutLine>[] = [
    { label: texts.line, isNumber: true, cell: ({ line }) => html`${line}` },
    { label: texts.kind, cell: ({ kind }) => html`${texts.kinds[kind]}` },
    { label: texts.reference, phone: 'lead', cell: ({ reference }) => html`<bdi>${reference}</bdi>` },
    {
      label: texts.amount,
      phone: 'end',
      isNumber: true,
      cell: ({ amountMinor, currency }) => html`${formatMoney(amountMinor, currency, language)}`,
    },
    {
      label: texts.result,
      phone: 'second',
      cell: ({ reason, paymentId, websiteId }) =>
        reason === null
          ? html`${paymentLink(context, paymentId)} ${websiteId === null ? '' : websiteView(websites, websiteId)}`
          : html`${texts.reasonNames[reason]}`,
    },
  ];
  return tableView(lines, { caption: texts.linesTitle, empty: '', columns });
}
