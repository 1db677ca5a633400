import type { Config } from '../config.ts';
import { CONSOLE_PATH } from '../console/console-path.ts';
import { findPayment } from '../features/payments/store/find-payment.ts';
import { startDeliveryWorker } from '../features/webhooks/delivery-worker.ts';
import { webhookSender } from '../features/webhooks/send.ts';
import type { Log } from '../platform/log/log.ts';
import type { Telemetry } from '../platform/log/telemetry.ts';
import { backgroundJobs } from '../worker/background-jobs.ts';
import type { Job } from '../worker/job.ts';
import type { Verbs } from './build-verbs.ts';
import { senderSettings } from './open-sender.ts';
import type { Store } from './open-store.ts';
import type { RequestNotes } from './request-notes.ts';

/** How jobs report to the node that runs them. */
export interface JobSignals extends RequestNotes {
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Reports that there is work for the jobs of this name. */
  readonly wake: (name: string) => void;
  /** Reports that a newer version has taken over the store, and why: this version must stop. */
  readonly onOutdated: (reason: string) => void;
  /** The time for attempts and provider calls in flight during a stop. */
  readonly stopMs: number;
}

/** The table of background jobs of a gateway. Throws ConfigError when WEBHOOK_CA_FILE cannot be used. */
export function buildJobs(config: Config, store: Store, verbs: Verbs, signals: JobSignals): Job[] {
  const { db, box, clock, isCertain, followClock } = store;
  const { log, telemetry } = signals;
  const { webhookRetrySeconds: retrySeconds } = config;
  const sending = senderSettings(config);
  return backgroundJobs({
    ...signals,
    db,
    clock,
    isCertain,
    followClock,
    operator: verbs.operator,
    payments: verbs.payments,
    recurring: verbs.recurring,
    refunds: verbs.refunds,
    rates: verbs.rates,
    rateSource: verbs.rates.source,
    providerFor: verbs.providerFor,
    abortProviders: () => void verbs.close(),
    receipts: receiptsOf(config, store, verbs, log),
    notifications: notificationsOf(config, store, log),
    startDeliveries: () =>
      startDeliveryWorker({ db, box, clock, log, telemetry, retrySeconds, sender: webhookSender(sending) }),
    retention: config,
  });
}

/** The receipts job. The first round loads the mail code, because most gateways send no e-mails. */
function receiptsOf({ smtp }: Config, { db, clock }: Store, { providerFor }: Verbs, log: Log) {
  if (smtp === null) return undefined;
  const stopped = new AbortController();
  const round = async () => {
    const { smtpMailer } = await import('../platform/mail/mailer.ts');
    const { sendReceipts } = await import('../features/receipts/send-receipts.ts');
    const { sendLinkNotices } = await import('../features/links/send-link-notices.ts');
    const { readMoneyBack } = await import('../features/refunds/money-back.ts');
    const { from, sendsTests } = smtp;
    const mailer = smtpMailer(smtp, { stopped: stopped.signal });
    const deps = {
      db,
      clock,
      log,
      mailer,
      providerFor,
      from,
      sendsTests,
      findPayment: (id: number) => findPayment(db, id),
      findMoneyBack: (id: number) => readMoneyBack(db, id),
    };
    const [receipts, notices] = [await sendReceipts(deps), await sendLinkNotices(deps)];
    return { isMoreWaiting: receipts.isMoreWaiting || notices.isMoreWaiting };
  };
  return { round, abort: () => stopped.abort() };
}

/** The notifications job. The first round loads its code, because most gateways send no e-mails. */
function notificationsOf({ smtp, publicUrl }: Config, { db, clock }: Store, log: Log) {
  if (smtp === null) return undefined;
  const stopped = new AbortController();
  const round = async () => {
    const { smtpMailer } = await import('../platform/mail/mailer.ts');
    const { sendNotifications } = await import('../features/notifications/send-notifications.ts');
    const mailer = smtpMailer(smtp, { stopped: stopped.signal });
    return sendNotifications({ db, clock, log, mailer, from: smtp.from, consoleUrl: `${publicUrl}${CONSOLE_PATH}` });
  };
  return { round, abort: () => stopped.abort() };
}
