import { parseDay } from '../../core/timestamps.ts';
import {
  isOpenLine,
  type LineState,
  type Payout,
  type PayoutLine,
  type PayoutState,
} from '../../features/payouts/payout.ts';
import type { LineCounts } from '../../features/payouts/store/payout-lines.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { formField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiDay, formatMoney } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { PAYOUTS } from '../exports/exported-fields.ts';
import { fieldFacts } from '../views/field-views.ts';
import type { FormField } from '../views/form.ts';
import { badge, type Fact, factsView } from '../views/parts.ts';

export const PAYOUTS_PATH = '/payouts';

const TONES: Readonly<Record<PayoutState, Parameters<typeof badge>[0]>> = {
  open: 'care',
  missing: 'care',
  waiting: 'calm',
  matched: 'good',
  reversed: 'bad',
};

/** The most important state of a payout that has these lines, and lacks so many payments of its period. */
export function payoutState(
  { reversedAtUs }: Payout,
  counts: LineCounts | undefined,
  outstanding: number | undefined,
): PayoutState {
  if (reversedAtUs !== null) return 'reversed';
  if ((counts?.new ?? 0) > 0) return 'waiting';
  if ((counts?.open ?? 0) > 0) return 'open';
  return (outstanding ?? 0) > 0 ? 'missing' : 'matched';
}

/** A payout's state as a badge. */
export function payoutBadge(state: PayoutState, language: Language): Html {
  return badge(TONES[state], PAYOUT_TEXTS[language].states[state]);
}

/** An amount of a payout. */
export function payoutMoney({ currency }: Pick<Payout, 'currency'>, amountMinor: number, language: Language): string {
  return formatMoney(amountMinor, currency, language);
}

/** The day of a payout. */
export function paidOnText({ paidAtUs }: Pick<Payout, 'paidAtUs'>, language: Language): string {
  return formatHaitiDay(paidAtUs, language);
}

/** The facts of a payout; without `counts` of its lines if it was recorded by hand. */
export function payoutFacts(
  context: SignedInContext,
  payout: Payout,
  { counts, website }: { counts: LineCounts | undefined; website: Website | undefined },
): Fact[] {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const { fromUs, toUs } = payout;
  const period =
    fromUs === null || toUs === null
      ? null
      : html`${texts.days({ first: formatHaitiDay(fromUs, language), last: formatHaitiDay(toUs - 1, language) })}`;
  return fieldFacts(context, PAYOUTS, payout, [
    'payment_method',
    'reference',
    'bank',
    { field: 'website_id', html: website ? html`<bdi>${website.name}</bdi>` : null },
    { field: 'paid_on', html: html`${paidOnText(payout, language)}` },
    'gross',
    { field: 'fee', label: texts.fee },
    'net',
    [texts.period, period],
    { field: 'lines', html: counts ? html`${payout.lines}` : html`${texts.byHand}` },
    [texts.lineStates.matched, counts ? html`${counts.matched}` : null],
    [texts.lineStates.only_theirs, counts ? html`${counts.only_theirs}` : null],
    [texts.openLines, counts ? html`${counts.open}` : null],
    'recorded_at',
    'recorded_by',
    'reversed_at',
    'reversed_by',
    'note',
    'id',
  ]);
}

const LINE_TONES: Readonly<Record<LineState, Parameters<typeof badge>[0]>> = {
  new: 'calm',
  matched: 'good',
  only_theirs: 'care',
  reversing: 'calm',
  reversed: 'bad',
};

/** What to do about the lines that fit nothing, for each of their reasons. */
export function reasonsView(
  lines: readonly Pick<PayoutLine, 'state' | 'note' | 'reason'>[],
  language: Language,
): Html | '' {
  const texts = PAYOUT_TEXTS[language];
  const reasons = new Set(lines.flatMap((line) => (isOpenLine(line) ? (line.reason ?? []) : [])));
  if (reasons.size === 0) return '';
  const facts = [...reasons].map((reason) => [texts.reasonNames[reason], html`${texts.reasons[reason]}`] as const);
  return html`<div class="sheet"><h3>${texts.whatToDo}</h3>${factsView(facts)}</div>`;
}

/** A line's state as a badge. */
export function lineBadge(line: Pick<PayoutLine, 'state' | 'note'>, language: Language): Html {
  const { lineStates } = PAYOUT_TEXTS[language];
  const isSettled = line.state === 'only_theirs' && !isOpenLine(line);
  return isSettled ? badge('good', lineStates.settled) : badge(LINE_TONES[line.state], lineStates[line.state]);
}

/** The name of the bank account, as a field of a form. */
export function bankField(language: Language): FormField {
  const texts = PAYOUT_TEXTS[language];
  return { name: 'bank', label: texts.bank, hint: texts.bankHint, maxlength: 32, autocomplete: 'off' };
}

/** The day that a form names, in days since 1970; undefined if it is empty. Throws OperatorError for any other text. */
export function sentDay({ request }: SignedInContext): number | undefined {
  const text = formField(request, 'date').trim();
  const day = parseDay(text);
  if (text !== '' && day === undefined) throw new OperatorError('invalid', 'date', refusal('payoutDate'));
  return day;
}
