import { US_PER_DAY } from '../../core/durations.ts';
import type { Money } from '../../core/money.ts';
import type { Database, Row, Value } from '../../database/database.ts';
import { inList } from '../../database/matching.ts';
import { haitiClock, haitiDayOf, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { NOTIFICATION_TEXTS } from '../../platform/messages/notifications/notifications-messages.ts';
import { formatHaitiDay, formatHaitiMonth, formatMoney } from '../../platform/wording/format.ts';
import { ALL_WEBSITES, readPaymentSums } from '../payments/store/payment-sums.ts';
import { readSumsState } from '../payments/store/payment-sums-fill.ts';
import { summed, sumReturned } from '../refunds/store/returned-money.ts';
import { monthOf, monthsLater, periodOf } from '../statements/month.ts';
import { listIssued } from '../statements/store/statements.ts';
import type { News, Reader } from './topics.ts';

/** Statements of one e-mail. */
const MOST = 1_000;
/** Summaries are sent from this hour on, in Haiti. */
const SUMMARY_HOUR = 7;
/** The remainder of a Monday's day number by 7: day 0, in 1970, was a Thursday. */
const MONDAY = 4;
/** The summary of the last whole day, or of the last whole week from Monday to Sunday: one subject, from seven in the morning on. */
export async function summaryNews(
  db: Pick<Database, 'query'>,
  { language, websiteIds }: Reader,
  { nowUs, chosenAtUs, days }: { nowUs: number; chosenAtUs: number; days: 1 | 7 },
): Promise<News> {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const today = haitiDayOf(nowUs);
  const to = days === 1 ? today : today - ((today - MONDAY) % days);
  const from = to - days;
  const dayText = (day: number) => formatHaitiDay(startOfHaitiDayUs(day), language);
  const heading = () =>
    days === 1
      ? texts.daily_summary({ day: dayText(from) })
      : texts.weekly_summary({ from: dayText(from), to: dayText(to - 1) });
  if (!isDue(to, { nowUs, chosenAtUs })) return { heading, subjects: [] };
  // While older payments are being counted, the sums are too small, so the summary waits.
  const { beginsAtUs, nextId } = await readSumsState(db);
  if (beginsAtUs === null || nextId !== null) return { heading, subjects: [] };
  const sums = await sumsOf(db, { websiteIds, from, to });
  const lines = sums.map(({ website, paid, failed, amounts, returned }) => {
    const textOf = (money: readonly Money[]) =>
      money.map(({ currency, amountMinor }) => formatMoney(amountMinor, currency, language)).join(', ');
    const gross = paid === 0 ? texts.nonePaid : texts.paid({ count: paid, sum: textOf(amounts) });
    const paidText = returned.length === 0 ? gross : texts.returned({ paid: gross, sum: textOf(returned) });
    return texts.website({ website: website ?? texts.all, paid: paidText, failed });
  });
  return { heading, subjects: [{ id: String(from), lines, path: '?mode=live' }] };
}

/**
 * Whether a period that ended with the day before `to` is reported: from seven in the morning on, unless it ended
 * before the topic was chosen.
 */
function isDue(to: number, { nowUs, chosenAtUs }: { nowUs: number; chosenAtUs: number }): boolean {
  const isTime = nowUs >= startOfHaitiDayUs(to) + US_PER_DAY || haitiClock(nowUs).hour >= SUMMARY_HOUR;
  return isTime && startOfHaitiDayUs(to) > chosenAtUs;
}

/**
 * The export of the last month in Haiti's time: a link to the page of exports, with the days filled in. Opening it
 * requires the reader's own sign-in.
 */
export function exportNews({ language }: Reader, times: { nowUs: number; chosenAtUs: number }): News {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const month = monthsLater(monthOf(times.nowUs), -1);
  const { fromUs, toUs } = periodOf(month);
  const named = { month: formatHaitiMonth(fromUs, language) };
  const [first, next] = [month, monthsLater(month, 1)].map((each) => `${each}-01T00:00`);
  const path = `/exports?list=payments&mode=live&from=${first}&to=${next}`;
  return {
    heading: () => texts.monthly_export(named),
    subjects: isDue(haitiDayOf(toUs), times) ? [{ id: month, lines: [texts.export(named)], path }] : [],
  };
}

/** The issued statements of Haiti's last month. A statement that is issued later is reported later. Only its reader's own sign-in opens it. */
export async function statementNews(
  db: Pick<Database, 'query'>,
  { language, websiteIds }: Reader,
  times: { nowUs: number; chosenAtUs: number },
): Promise<News> {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const month = monthsLater(monthOf(times.nowUs), -1);
  const { fromUs, toUs } = periodOf(month);
  const named = { month: formatHaitiMonth(fromUs, language) };
  const issued = isDue(haitiDayOf(toUs), times) ? await listIssued(db, { month, websiteIds, limit: MOST }) : [];
  const subjects = issued.map(({ websiteId, name }) => {
    const path = `/websites/${websiteId}/statement?month=${month}&mode=live`;
    return { id: `${month} ${websiteId}`, lines: [texts.statement({ ...named, website: name })], path };
  });
  return { heading: () => texts.monthly_statement(named), subjects };
}

interface WebsiteSum {
  /** Null: all websites. */
  readonly website: string | null;
  readonly paid: number;
  readonly failed: number;
  readonly amounts: readonly Money[];
  /** The money that went back to customers in these days. */
  readonly returned: readonly Money[];
}

/** The live payments of some days: of all websites together, or of each of these websites. */
async function sumsOf(
  db: Pick<Database, 'query'>,
  { websiteIds, from, to }: { websiteIds: readonly string[] | null; from: number; to: number },
): Promise<WebsiteSum[]> {
  const params: Value[] = [];
  const these = inList(params, 'id', websiteIds ?? []);
  const websites =
    websiteIds === null
      ? [{ id: ALL_WEBSITES, name: null }]
      : await db.query<Row & { id: string; name: string }>(
          `SELECT id, name FROM websites WHERE ${these} ORDER BY name, id`,
          params,
        );
  const sums: WebsiteSum[] = [];
  for (const { id, name } of websites) {
    const range = { websiteIds: [id], mode: 'live', by: 'day', from, to } as const;
    const read = await readPaymentSums(db, range);
    const paid = read.filter(({ outcome }) => outcome === 'completed');
    const count = (some: typeof read) => some.reduce((total, { payments }) => total + payments, 0);
    const returned = await sumReturned(db, {
      websiteIds: id === ALL_WEBSITES ? undefined : [id],
      mode: 'live',
      fromUs: startOfHaitiDayUs(from),
      toUs: startOfHaitiDayUs(to),
    });
    sums.push({
      website: name,
      paid: count(paid),
      failed: count(read) - count(paid),
      amounts: summed(paid),
      returned: summed(returned),
    });
  }
  return sums;
}
