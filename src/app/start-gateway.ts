import { randomInt } from 'node:crypto';
import { API_BASE } from '../api/api-base.ts';
import { principalLookup } from '../auth/api-keys.ts';
import type { Config } from '../config.ts';
import { transactionIds } from '../domain/ids.ts';
import type { Payment } from '../domain/payment.ts';
import { type Listening, listenOn } from '../http/connections/listen-on.ts';
import { inboundRoutes } from '../inbound/inbound-routes.ts';
import type { Log } from '../lib/log.ts';
import { logTelemetry } from '../lib/log-telemetry.ts';
import { isInSubnets, isPublicAddress } from '../lib/public-address.ts';
import type { Telemetry } from '../lib/telemetry.ts';
import { guardPages } from '../pages/guard-pages.ts';
import { pagesRoutes } from '../pages/pages.ts';
import { returningPages } from '../pages/returning-pages.ts';
import { beginProcessing } from '../payments/begin-processing.ts';
import { type Creator, createPayment, type PaymentRequest } from '../payments/create-payment.ts';
import { followRates } from '../payments/follow-rates.ts';
import { giveUpPayment } from '../payments/give-up-payment.ts';
import { openAtProvider } from '../payments/open-at-provider.ts';
import { type Receive, receiveNotification } from '../payments/receive-notification.ts';
import { restoreGuard } from '../payments/recurring/restore-guard.ts';
import { type Settle, settlePayment } from '../payments/settle-payment.ts';
import { paymentStore } from '../payments/store-payment.ts';
import { type Verify, type VerifyDeps, verifyPayment } from '../payments/verify-payment.ts';
import type { ProviderNews } from '../storage/payments/update-provider-data.ts';
import { watchSchema } from '../storage/schema/watch-schema.ts';
import { type DeliveryWorker, startDeliveryWorker } from '../webhooks/delivery-worker.ts';
import type { SendSettings } from '../webhooks/send.ts';
import { startWorker } from '../worker/worker.ts';
import { connectProviders } from './connect-providers.ts';
import { chargeMarkFile } from './open-database.ts';
import type { Store } from './open-store.ts';
import { VERSION } from './version.ts';
import { readWebhookCa } from './webhook-ca.ts';

/** Requests, deliveries and questions to providers that are in flight get this long when the gateway is told to stop. */
const STOP_TIMEOUT_MS = 10_000;

export interface Gateway {
  /** Where it listens. */
  readonly address: string;
  /** The path of the merchant API. */
  readonly apiBase: string;
  /** Resolves, with the reason, when a newer version has taken the store over: this one must stop. */
  readonly outdated: Promise<string>;
  /** Finishes what is in flight, then lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Starts what `ROLES` name on an opened store: API and pages, the worker, or both. The store is closed with it, not when it fails to
 * start. What it does is told to `telemetry`.
 */
export async function startGateway(
  config: Config,
  { db, box, clock, isCertain, doubt, followClock }: Store,
  log: Log,
  telemetry: Telemetry = logTelemetry,
): Promise<Gateway> {
  // Loaded here, because commands that only open the store are several times quicker without them.
  const [{ apiRoutes }, { buildServer }, { rateLimits }, { webhookSender }, { startRateWorker }] = await Promise.all([
    import('../api/api-routes.ts'),
    import('../http/server.ts'),
    import('../auth/rate-limits.ts'),
    import('../webhooks/send.ts'),
    import('../worker/rate-worker.ts'),
  ]);
  const sending = senderSettings(config);
  const { source: rateSource } = config.exchangeRate;
  const { rates, follow } = await followRates({ db, log }, config.exchangeRate);
  const { providerFor, close: closeProviders } = await connectProviders(config, { box, clock, isCertain }, telemetry);
  const [firstWaitSeconds] = config.webhookRetrySeconds;
  let deliveries: DeliveryWorker | undefined;
  const settle: Settle = async (payment, outcome, details) => {
    const settled = await settlePayment({ db, clock, box, firstWaitSeconds }, payment, outcome, details);
    if (settled) deliveries?.wake();
    return settled;
  };
  const verifying: VerifyDeps = { db, clock, isCertain, providerFor, settle };
  const verify: Verify = (payment, callLog) => verifyPayment(verifying, payment, callLog);
  const limits = await rateLimits(config, log);
  const receiving = { ...verifying, ...limits };
  const receive: Receive = (...received) => receiveNotification(receiving, ...received);
  const nextId = transactionIds(clock, randomInt);
  const creation = {
    clock,
    nextId,
    amountLimits: config.amountLimits,
    rates,
    providerFor,
    store: paymentStore(db),
    openAtProvider: openAtProvider.bind(null, { db, settle }),
  };
  let stopping = false;

  const servedPages = {
    db,
    box,
    clock,
    settle,
    begin: (payment: Payment, provider?: ProviderNews) => beginProcessing(db, payment, provider),
    verify,
    giveUp: (payment: Payment, callLog: Log) => giveUpPayment(verifying, payment, callLog),
    verifications: limits.verifications,
    pages: limits.pages,
    visits: limits.visits,
    publicUrl: config.publicUrl,
    providerFor,
  };
  const servedInbound = {
    box,
    clock,
    pages: limits.pages,
    visits: limits.visits,
    receive,
    show: returningPages({ db }),
  };
  const servedApi = {
    clock,
    version: VERSION,
    publicUrl: config.publicUrl,
    cardMinimumUsdMinor: config.amountLimits.card.USD?.minMinor ?? 0,
    documented: config,
    db,
    limits,
    principalOf: principalLookup({ db, clock }),
    rates,
    createWaitSeconds: config.createWaitSeconds,
    create: (creator: Creator, request: PaymentRequest, callLog: Log) =>
      createPayment(creation, creator, request, callLog),
    settle,
    verify,
    guardPages: guardPages(limits.pages),
  };
  const server = await buildServer({
    log,
    telemetry,
    publicUrl: config.publicUrl,
    apiBase: API_BASE,
    trustProxy: config.trustProxy,
    maxConnections: config.maxConnections,
    maxConnectionsPerAddress: config.maxConnectionsPerAddress,
    db,
    limits,
    timeDoubt: doubt,
    isStopping: () => stopping,
    edges: async (app) => {
      if (!config.roles.includes('api')) return;
      await app.register((scope) => apiRoutes(scope, servedApi));
      await app.register((scope) => pagesRoutes(scope, servedPages));
      await app.register((scope) => inboundRoutes(scope, servedInbound));
    },
  });
  let listening: Listening;
  try {
    listening = await listenOn(server, config);
  } catch (error) {
    await Promise.all([server.close(), limits.close(), closeProviders()]);
    throw error;
  }
  const isWorker = config.roles.includes('worker');
  const { webhookLogDays, stillOpenHours, webhookRetrySeconds: retrySeconds } = config;
  const restores = restoreGuard({ db, clock, log, markFile: chargeMarkFile(config) });
  const recurring = { ...verifying, box, nextId, rates, settings: config.recurring, restores };
  const worker = isWorker ? startWorker({ ...recurring, log, webhookLogDays, stillOpenHours }) : undefined;
  const [followedClock, followedRates] = [followClock(), follow()];
  const outdated = Promise.withResolvers<string>();
  const schema = watchSchema({ db, log }, outdated.resolve);
  const rateWorker =
    isWorker && rateSource !== null
      ? startRateWorker({ db, clock, log, onNew: followedRates.wake }, rateSource)
      : undefined;
  if (isWorker) {
    deliveries = startDeliveryWorker({
      db,
      box,
      clock,
      log,
      telemetry,
      retrySeconds,
      sender: webhookSender(sending),
    });
  }

  return {
    address: listening.address,
    apiBase: API_BASE,
    outdated: outdated.promise,
    async stop() {
      stopping = true;
      const timer = setTimeout(() => {
        server.server.closeAllConnections();
        deliveries?.abort();
        // What a provider was asked is asked again, by whoever works then.
        void closeProviders();
      }, STOP_TIMEOUT_MS);
      await Promise.all([listening.stop(), server.close(), worker?.stop(), deliveries?.stop(), rateWorker?.stop()]);
      await Promise.all([followedRates.stop(), followedClock.stop(), schema.stop()]);
      clearTimeout(timer);
      await Promise.all([limits.close(), closeProviders()]);
      await db.close();
    },
  };
}

function senderSettings(config: Config): SendSettings {
  return {
    isAllowed: (address) => isPublicAddress(address) || isInSubnets(address, config.webhookAllowedSubnets),
    ca: readWebhookCa(config)?.pem,
  };
}
