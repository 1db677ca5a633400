import { MS_PER_DAY, US_PER_DAY } from '../../core/durations.ts';
import type { Money } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import type { Database, Row, Value } from '../../database/database.ts';
import { inList } from '../../database/matching.ts';
import { haitiClock, haitiDayOf, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { NOTIFICATION_TEXTS } from '../../platform/messages/notifications/notifications-messages.ts';
import { formatMoney, methodName } from '../../platform/wording/format.ts';
import { formatHaitiDay, formatHaitiMonth, formatHaitiTime } from '../../platform/wording/format-haiti-time.ts';
import { type MethodTrouble, readMethodTrouble } from '../operations/method-health.ts';
import { failingDeliveries, type WebsiteDeliveries } from '../operations/store/count-work.ts';
import { ALL_WEBSITES, readPaymentSums } from '../payments/store/payment-sums.ts';
import { readSumsState } from '../payments/store/payment-sums-fill.ts';
import { summed, sumReturned } from '../refunds/store/returned-money.ts';
import {
  type FirstPayment,
  listFirstPayments,
  listOpenDiscrepancies,
  type OpenDiscrepancy,
} from './store/news-rows.ts';
import type { Notification } from './store/notifications.ts';
import type { Subject, Topic } from './topics.ts';

/** The maximum of each count of an endpoint's webhooks. */
const MOST = 1_000;
/**
 * An endpoint counts as failing once a webhook has failed this many times: after two and a half minutes with the
 * default schedule.
 */
const FAILED_TIMES = 3;
/** Summaries are sent from this hour on, in Haiti. */
const SUMMARY_HOUR = 7;
/** The remainder of a Monday's day number by 7: day 0, in 1970, was a Thursday. */
const MONDAY = 4;
/** The first payment of a website is news for this many days. */
const FIRST_DAYS = 2;

/** The heading of a topic in an e-mail, and the subjects below it. */
interface News {
  readonly heading: (count: number) => string;
  readonly subjects: readonly Subject[];
}

/** The reader of an e-mail; `websiteIds` is null for all websites. */
interface Reader {
  readonly language: Language;
  readonly websiteIds: readonly string[] | null;
}

/** Reads everything that a topic could report to a reader. Everything that does not depend on the reader is read once. */
export type ReadNews = (reader: Reader, notification: Pick<Notification, 'topic' | 'chosenAtUs'>) => Promise<News>;

/** Returns a function that reads the news at this time. */
export function newsReader(db: Pick<Database, 'query'>, nowUs: number): ReadNews {
  const discrepancies = once(() => listOpenDiscrepancies(db));
  const deliveries = once(() => failingDeliveries(db, { websiteIds: null, most: MOST }));
  const trouble = once(() => readMethodTrouble(db, nowUs));
  const firsts = once(() => listFirstPayments(db, haitiDayOf(nowUs) - FIRST_DAYS + 1));
  const readers: Readonly<Record<Topic, (reader: Reader, chosenAtUs: number) => Promise<News>>> = {
    discrepancies: async (reader) => discrepancyNews(reader, await discrepancies()),
    webhooks: async (reader) => webhookNews(reader, await deliveries()),
    methods: async (reader) => methodNews(reader, await trouble()),
    first_payments: async (reader, chosenAtUs) => firstPaymentNews(reader, await firsts(), chosenAtUs),
    daily_summary: (reader, chosenAtUs) => summaryNews(db, reader, { nowUs, chosenAtUs, days: 1 }),
    weekly_summary: (reader, chosenAtUs) => summaryNews(db, reader, { nowUs, chosenAtUs, days: 7 }),
    monthly_export: async (reader, chosenAtUs) => exportNews(reader, { nowUs, chosenAtUs }),
  };
  return (reader, { topic, chosenAtUs }) => readers[topic](reader, chosenAtUs);
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

function discrepancyNews({ language, websiteIds }: Reader, open: readonly OpenDiscrepancy[]): News {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const mine = open.filter(({ website_id: id }) => isSeen(websiteIds, id));
  return {
    heading: (count) => texts.discrepancies({ count }),
    subjects: mine.map(({ id, kind, method, payment_id: payment, website }) => {
      const what = DISCREPANCY_TEXTS[language].kinds[kind];
      const line =
        payment === null
          ? texts.unknownPayment({ what, method: methodName(method, TEXTS[language]) })
          : texts.discrepancy({ what, website: website ?? '', payment: String(payment) });
      return { id, lines: [line], path: `/discrepancies/${id}` };
    }),
  };
}

function isSeen(websiteIds: Reader['websiteIds'], websiteId: string | null): boolean {
  return websiteIds === null || (websiteId !== null && websiteIds.includes(websiteId));
}

function webhookNews({ language, websiteIds }: Reader, deliveries: readonly WebsiteDeliveries[]): News {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const failing = deliveries.filter(
    ({ websiteId, attempts }) => attempts >= FAILED_TIMES && isSeen(websiteIds, websiteId),
  );
  return {
    heading: (count) => texts.webhooks({ count }),
    subjects: failing.map(({ websiteId: id, name: website, retrying: count }) => {
      return {
        id,
        lines: [texts.webhook({ website, count })],
        path: `/webhooks?status=pending&website=${id}&mode=all`,
      };
    }),
  };
}

function methodNews({ language }: Reader, { failing, silent, sinceUs }: MethodTrouble): News {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const time = formatHaitiTime(sinceUs, language);
  const named = (method: PaymentMethod, count: number) => ({
    method: methodName(method, TEXTS[language]),
    count,
    time,
  });
  return {
    heading: (count) => texts.methods({ count }),
    subjects: [
      ...failing.map(([method, count]) => ({
        id: `failing ${method}`,
        lines: [texts.failing(named(method, count))],
        path: `/payments?mode=live&status=failed&reason=provider_error&method=${method}`,
      })),
      ...silent.map(([method, count]) => ({
        id: `silent ${method}`,
        lines: [texts.silent(named(method, count))],
        path: `/overview/waiting?method=${method}`,
      })),
    ],
  };
}

function firstPaymentNews({ language, websiteIds }: Reader, firsts: readonly FirstPayment[], chosenAtUs: number): News {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const mine = firsts.filter((each) => each.finished_at_us >= chosenAtUs && isSeen(websiteIds, each.website_id));
  return {
    heading: (count) => texts.first_payments({ count }),
    subjects: mine.map((each) => {
      const amount = formatMoney(each.amount_minor, each.currency, language);
      const method = methodName(each.method, TEXTS[language]);
      const line = texts.firstPayment({ website: each.website, amount, method });
      return { id: each.website_id, lines: [line], path: `/payments/${each.id}` };
    }),
  };
}

/** The summary of the last whole day, or of the last whole week from Monday to Sunday: one subject, from seven in the morning on. */
async function summaryNews(
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
function exportNews({ language }: Reader, times: { nowUs: number; chosenAtUs: number }): News {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const { year, month } = haitiClock(times.nowUs);
  const [from, to] = [month - 2, month - 1].map((each) => Date.UTC(year, each, 1) / MS_PER_DAY) as [number, number];
  const named = { month: formatHaitiMonth(startOfHaitiDayUs(from), language) };
  const [first, next] = [from, to].map((day) => `${new Date(day * MS_PER_DAY).toISOString().slice(0, 10)}T00:00`);
  const id = first!.slice(0, 7);
  const path = `/exports?list=payments&mode=live&from=${first}&to=${next}`;
  return {
    heading: () => texts.monthly_export(named),
    subjects: isDue(to, times) ? [{ id, lines: [texts.export(named)], path }] : [],
  };
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
