import type { PaymentMethod } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import { haitiDayOf } from '../../platform/clock/haiti-time.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { NOTIFICATION_TEXTS } from '../../platform/messages/notifications/notifications-messages.ts';
import { formatHaitiTime, formatMoney, methodName } from '../../platform/wording/format.ts';
import { type MethodTrouble, readMethodTrouble } from '../operations/method-health.ts';
import { failingDeliveries, type WebsiteDeliveries } from '../operations/store/count-work.ts';
import { exportNews, statementNews, summaryNews } from './periodic-news.ts';
import {
  type FirstPayment,
  listFirstPayments,
  listOpenDiscrepancies,
  type OpenDiscrepancy,
} from './store/news-rows.ts';
import type { Notification } from './store/notifications.ts';
import type { News, Reader, Topic } from './topics.ts';

/** The maximum of each count of an endpoint's webhooks. */
const MOST = 1_000;
/**
 * An endpoint counts as failing once a webhook has failed this many times: after two and a half minutes with the
 * default schedule.
 */
const FAILED_TIMES = 3;
/** The first payment of a website is news for this many days. */
const FIRST_DAYS = 2;

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
    monthly_statement: (reader, chosenAtUs) => statementNews(db, reader, { nowUs, chosenAtUs }),
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
