import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { API_BASE } from '../api/api-base.ts';
import { principalLookup } from '../auth/api-keys.ts';
import { type Config, SAME_KEYS } from '../config.ts';
import { transactionIds } from '../domain/ids.ts';
import type { Payment } from '../domain/payment.ts';
import { type Listening, listenOn } from '../http/connections/listen-on.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { isInSubnets, isPublicAddress } from '../lib/public-address.ts';
import { type SecretBox, secretBox } from '../lib/secrets.ts';
import { ConfigError } from '../lib/settings-reader.ts';
import { guardPages } from '../pages/page-limit.ts';
import { pagesRoutes } from '../pages/pages.ts';
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
import { liveProviders, type ProviderRegistry, providerRegistry } from '../providers/registry.ts';
import { sandboxProvider } from '../providers/sandbox/sandbox.ts';
import { type Database, DatabaseRefused } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import type { ProviderNews } from '../storage/payments.ts';
import { type Exposure, tightenStore } from '../storage/private-store.ts';
import { isEmptyStore, readSchemaState } from '../storage/schema-state.ts';
import { makeSecretKeyFile, readSecretKeyFile } from '../storage/secret-key-file.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { fixedClock, type StoreClock, storeClock, type TimeSources } from '../storage/store-clock.ts';
import { watchSchema } from '../storage/watch-schema.ts';
import { listWebsites } from '../storage/websites.ts';
import { type CaFile, readCaFile } from '../webhooks/ca-file.ts';
import { type DeliveryWorker, startDeliveryWorker } from '../webhooks/delivery-worker.ts';
import type { SendSettings } from '../webhooks/send.ts';
import { startWorker } from '../worker/worker.ts';

export const VERSION = packageJson.version;

/** Requests, deliveries and questions to providers that are in flight get this long when the gateway is told to stop. */
const STOP_TIMEOUT_MS = 10_000;

/** What the command line works on: the store, and what seals its secrets. */
export interface Store extends StoreClock {
  readonly db: Database;
  readonly box: SecretBox;
  /** Names of the migrations that ran when it was opened. */
  readonly migrated: readonly string[];
}

/**
 * Opens the store that the settings name and, with `migrate`, brings its schema up to date; `when-empty` makes a new store
 * but changes no existing one. Its clock is the store's own, unless a machine's time is given, or a clock that is right as it is.
 * Throws ConfigError or DatabaseRefused, with one line that says what to do, when it must not be used.
 */
export async function openStore(
  config: Config,
  log: Log,
  options: { migrate: boolean | 'when-empty' },
  time?: Clock | (TimeSources & { readonly wall: Clock }),
): Promise<Store> {
  const file = embeddedStoreFile(config);
  if (!options.migrate && file !== null && !existsSync(file)) {
    throw new DatabaseRefused(
      `there is no store in ${config.dataDir} yet: run \`peye start\` or \`peye migrate\` first.`,
    );
  }
  const db = await openDatabase(config, log);
  // After it was found to be ours.
  const exposures = file === null ? [] : tightenStore(config.dataDir);
  if (options.migrate === true) sayExposures(exposures, log);
  try {
    const kept =
      typeof time === 'function' ? undefined : await storeClock({ db, log }, time?.wall ?? systemClock(), time);
    const known = typeof time === 'function' ? fixedClock(time) : (kept as StoreClock);
    const isAllowed = options.migrate === true || (options.migrate === 'when-empty' && (await isEmptyStore(db)));
    const migrated = isAllowed ? await migrate(db, known.clock, log) : [];
    const { pending, newerBy } = await readSchemaState(db);
    if (newerBy !== undefined) log.warn({ schema: newerBy }, 'the store is newer than this version, and allows it');
    if (pending.length > 0) {
      throw new DatabaseRefused(
        'the store has no schema of this version yet: run `peye migrate` or `peye start` first.',
      );
    }
    await kept?.recall();
    const box = boxOf(config, await requireSecretKey(config, db));
    await checkSecretKey(db, box, log);
    return { db, box, ...known, migrated };
  } catch (error) {
    await db.close();
    throw error;
  }
}

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

/** Starts what `ROLES` name on an opened store: API and pages, the worker, or both. The store is closed with it, not when it fails to start. */
export async function startGateway(
  config: Config,
  { db, box, clock, isCertain, doubt, followClock }: Store,
  log: Log,
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
  const { providerFor, close: closeProviders } = await connectProviders(config, { box, clock, isCertain });
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
    receive,
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

/** The providers of both modes, as the settings name them. They hold connections until they are closed. */
export async function connectProviders(
  config: Config,
  { box, clock, isCertain }: Pick<Store, 'box' | 'clock' | 'isCertain'>,
): Promise<{ readonly providerFor: ProviderRegistry; close(): Promise<void> }> {
  // Loaded here, because most commands ask no provider.
  const { httpClient } = await import('../lib/http.ts');
  const { http, close } = httpClient();
  const { publicUrl } = config;
  const sandbox = sandboxProvider(
    {
      publicUrl,
      autoCompleteSeconds: config.sandboxAutoCompleteSeconds,
      expirySeconds: config.sandboxExpirySeconds,
    },
    box,
    clock,
  );
  const live = await liveProviders(config.live, { clock, isCertain, http, box, publicUrl });
  return { providerFor: providerRegistry(sandbox, live), close };
}

function senderSettings(config: Config): SendSettings {
  return {
    isAllowed: (address) => isPublicAddress(address) || isInSubnets(address, config.webhookAllowedSubnets),
    ca: readWebhookCa(config)?.pem,
  };
}

/** The certificate authorities of WEBHOOK_CA_FILE, if it is set. Throws ConfigError when it cannot be used. */
export function readWebhookCa({ webhookCaFile: file }: Config): CaFile | undefined {
  if (file === null) return undefined;
  try {
    return readCaFile(file);
  } catch (error) {
    throw new ConfigError(
      `WEBHOOK_CA_FILE is set to "${file}", but must be a file of certificates in PEM: ${(error as Error).message}.`,
    );
  }
}

/** Connects to the store that the settings name, whatever its schema. Throws DatabaseRefused or ConfigError when it must not be used. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const file = embeddedStoreFile(config);
  if (file !== null) return openEmbedded(file, config.dataDir);
  // Only where it is used: loading the driver takes 11 MB.
  const { openPostgres } = await import('../storage/postgres.ts');
  return openPostgres(config.databaseUrl as string, log, { isPooled: config.databasePooler });
}

/** Throws ConfigError for a folder in which no store can be made or opened. */
function openEmbedded(file: string, dataDir: string): Database {
  try {
    return openSqlite(file);
  } catch (error) {
    // The operating system's word about a path. What is wrong with the store itself comes without a system call.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new ConfigError(
      `DATA_DIR is "${dataDir}", but must be a folder that this user may write in: ${(error as Error).message}.`,
    );
  }
}

/** Where the embedded store is kept; null with PostgreSQL. */
export function embeddedStoreFile(config: Config): string | null {
  return config.databaseUrl === null ? join(config.dataDir, 'peye.db') : null;
}

/** Where it stands beside an embedded store how many charges were asked for; null with PostgreSQL. No part of a backup. */
export function chargeMarkFile(config: Config): string | null {
  return config.databaseUrl === null ? join(config.dataDir, 'charges.mark') : null;
}

/** Where the embedded store's own SECRET_KEY is kept; null when the settings give one or the store is PostgreSQL. */
export function secretKeyFile(config: Config): string | null {
  return config.secretKey === null && config.databaseUrl === null ? join(config.dataDir, 'secret.key') : null;
}

/** The key of the settings or of the embedded store's file; undefined when that file does not exist. */
export function readSecretKey(config: Config): Buffer | undefined {
  if (config.secretKey) return config.secretKey;
  const file = secretKeyFile(config);
  if (file === null) {
    throw new ConfigError(
      'SECRET_KEY is not set, but PostgreSQL needs it: 32 bytes in base64 (openssl rand -base64 32 makes one).',
    );
  }
  try {
    return readSecretKeyFile(file);
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error });
  }
}

/** What other users can do with the store, and what is to be done about it. */
function sayExposures(exposures: readonly Exposure[], log: Log): void {
  for (const { path, others, mode } of exposures) {
    const mend = `it is not Peye's alone to change: run \`chmod ${mode} ${path}\`, or set DATA_DIR to a folder of its own`;
    if (others === 'replace') log.error({ path }, `other users may replace the store and its key: ${mend}`);
    else log.warn({ path }, `other users may read a part of the store's folder: ${mend}`);
  }
}

/** The key that this store was made with; a store without secrets yet gets a new one. */
async function requireSecretKey(config: Config, db: Database): Promise<Buffer> {
  const key = readSecretKey(config);
  if (key) return key;
  const file = secretKeyFile(config) as string;
  if ((await listWebsites(db)).length > 0) {
    throw new ConfigError(`${file} is missing, and the store's secrets open with it alone. Restore it from a backup.`);
  }
  makeSecretKeyFile(file, randomBytes(32));
  return requireSecretKey(config, db);
}

/** What seals under a key, and opens what is sealed under it or SECRET_KEY_PREVIOUS. Throws ConfigError when both are the same. */
export function boxOf({ secretKeyPrevious }: Config, secretKey: Buffer): SecretBox {
  // Here too, because the key may come from the embedded store's file.
  if (secretKeyPrevious?.equals(secretKey)) throw new ConfigError(SAME_KEYS);
  return secretBox(secretKey, secretKeyPrevious ?? undefined);
}

/**
 * A key that opens none of the store's secrets would only be noticed when a webhook is signed wrongly: better now. One that
 * opens some of them serves those websites, and the operator hears of the others.
 */
async function checkSecretKey(db: Database, box: SecretBox, log: Log): Promise<void> {
  const websites = await listWebsites(db);
  const unopened = websites.filter(({ id, webhookSecretSealed }) => {
    try {
      box.open('webhook-secret', webhookSecretSealed, id);
      return false;
    } catch {
      return true;
    }
  });
  if (unopened.length === 0) return;
  if (unopened.length === websites.length) {
    throw new ConfigError(
      'SECRET_KEY is not the key that this store was made with: its webhook secrets do not open. If it was changed, set SECRET_KEY_PREVIOUS to the key before it.',
    );
  }
  log.error(
    { websites: unopened.length, first: unopened[0]?.id },
    'webhook secrets do not open under SECRET_KEY: set SECRET_KEY_PREVIOUS to the key before it, and run `peye secrets rotate`',
  );
}
