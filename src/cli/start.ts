import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { awaitStore } from '../app/await-store.ts';
import { CommandFailure } from '../app/failure.ts';
import { liveRisks, unfinishedMethods } from '../app/live-risks.ts';
import { localOrigin } from '../app/local-origin.ts';
import { embeddedStoreFile, storeBytes } from '../app/open-database.ts';
import { openStore, type Store } from '../app/open-store.ts';
import { processCount } from '../app/processes/process-count.ts';
import type { Gateway } from '../app/start-gateway.ts';
import { VERSION } from '../app/version.ts';
import { type Config, describeConfig, PROCESSES_ALLOWED, parseProcesses, readConfig } from '../config.ts';
import { readDurability } from '../database/durability.ts';
import { fileSystemFault } from '../database/sqlite/file-system.ts';
import { firstPaymentCurl } from '../features/links/first-payment-curl.ts';
import { listWebsites } from '../features/websites/store/websites.ts';
import { type StartingPort, startingPort } from '../http/serve-while-starting.ts';
import type { Log } from '../platform/log/log.ts';
import { asCalled } from './as-called.ts';
import { readEnvironment, readSettings } from './environment.ts';
import { exitOnUnexpectedError } from './exit-on-unexpected-error.ts';
import { awaitsOwner, firstOwner, firstOwnerJson, firstOwnerText } from './first-owner.ts';
import { requireLaterPackages } from './later-packages.ts';
import { onSignals } from './on-signals.ts';
import { openLog } from './open-log.ts';
import { type Command, details, type JsonOption, printResult } from './output.ts';
import type { Rehearsal } from './rehearsal.ts';
import { unknownSettings, unknownSettingsText } from './unknown-settings.ts';

/** Ctrl-C reaches this process directly and again through npm: two signals within this time count as one. */
const SAME_SIGNAL_MS = 500;

/** If opening the database takes longer, health checks are served in the meantime. */
const SLOW_MS = 500;

/** Smaller embedded databases open without progress output. */
const LARGE_BYTES = 16 * 1024 * 1024;

/** `peye start`: migrates, then serves API, pages, console and worker until a signal. */
export function startCommand(program: Command): void {
  program
    .command('start')
    .description('Start the gateway: API, pages, console and worker')
    .option('--rehearse', 'run live mode with simulators of all providers, on a separate database')
    .option(
      '--processes <number>',
      'number of processes that share the port, 1 to 64, or auto for one per core; more than 1 needs PostgreSQL (default: PROCESSES, or 1)',
      processes,
    )
    .json('print one JSON document when the gateway is ready; the log goes to stderr')
    .more(`
On an empty embedded database, the first start creates a website "Demo" with a test key, and shows the key and the webhook secret
once. It also prints a link that makes you the owner of the console (/console). The link is valid for 15 minutes.

--rehearse starts a simulator of every provider and a shop. You can try live mode end to end, without provider accounts and without
moving money. It uses a separate database, DATA_DIR/rehearsal, which is emptied at every start, and listens on 127.0.0.1 only. It
ignores the real database, DATABASE_URL, REDIS_URL and PUBLIC_URL. More: docs/rehearsal.md

--processes N (or PROCESSES) runs one process that accepts connections and N processes that serve them. A process that crashes is
replaced. Rate limits apply to all processes together. More: docs/postgresql.md

The log goes to stdout: text on a terminal, JSON elsewhere. Set LOG_FORMAT=json or text to choose. LOG_LEVEL=debug shows all
settings and all log fields.

SIGTERM, Ctrl-C or a closed terminal stop the gateway after it finishes requests in flight. A second signal stops it immediately.
With nohup it survives the terminal.

Examples:
  peye start
  PORT=9000 DATA_DIR=/var/lib/peye peye start
  peye start --json
  peye start --processes auto
  peye start --rehearse
  PORT=8090 LOG_LEVEL=warn peye start --rehearse`)
    .action((options: StartOptions) => start(options));
}

interface StartOptions extends JsonOption {
  processes?: number | 'auto';
  rehearse?: true;
}

function processes(text: string): number | 'auto' {
  const count = parseProcesses(text);
  if (count === undefined) throw new InvalidArgumentError(`It must be ${PROCESSES_ALLOWED}.`);
  return count;
}

async function start(options: StartOptions): Promise<void> {
  const opened = new AsyncDisposableStack();
  try {
    await serve(options, opened);
  } catch (error) {
    // Open resources would keep a process alive that does not serve.
    await opened.disposeAsync();
    throw error;
  }
}

/** Serves until a signal. Every opened resource is added to the stack, which is closed on a signal or a failure. */
async function serve(options: StartOptions, opened: AsyncDisposableStack): Promise<void> {
  requireLaterPackages();
  const rehearsal = options.rehearse && (await startRehearsal(opened));
  const config = rehearsal ? rehearsal.config : readSettings();
  const count = processCount(options.processes ?? config.processes, config);
  const stream = options.json ? 'stderr' : 'stdout';
  const log = await openLog(config, stream);
  // All log lines are written before the output that reports a failure.
  opened.defer(() => log.flush());
  exitOnUnexpectedError(log);
  log.info({ version: VERSION, node: process.version, ...describeConfig(config), processes: count }, 'starting');
  if (!rehearsal) reportUnknownSettings(log);
  const port = startingPort(config);
  opened.defer(port.release);
  const setAction = onSignals(endStart(log, opened));
  await reportLiveRisks(config, log);
  const begin = async () => {
    const store = await openForServing(config, log, port);
    if (store.migrated.length > 0) log.info({ migrations: store.migrated }, 'database migrated');
    const before = await beforeServing(config, store, { log, isRehearsal: rehearsal !== undefined });
    return { store, ...before, gateway: await listen(config, store, log, { count, stream, port }) };
  };
  const { store, known, isOwnerAwaited, gateway } = await awaitStore(begin, log, () => held(config, port));
  // The start was cancelled, and the process is about to exit.
  if (opened.disposed) return await gateway.stop();
  opened.defer(gateway.stop);
  // Load balancers send no requests to a worker, so it need not drain.
  const drainSeconds = config.roles.some((role) => role !== 'worker') ? config.drainSeconds : 0;
  setAction(stopInTime(gateway, { drainSeconds, log }, opened));
  log.flush();
  if (rehearsal) {
    const made = await rehearsal.open(store);
    return printResult(options, made.document, () => made.text);
  }
  // After listening, because the key is shown only once, and a start that fails must not create it.
  const isEmpty = config.databaseUrl === null && known === undefined;
  const demo = await createDemo(config, store);
  const owner = isOwnerAwaited ? await firstOwner(config, store, { isEmpty }) : undefined;
  const document = { ...readyJson(config, gateway, demo), ...firstOwnerJson(owner) };
  printResult(options, document, () => {
    const text = demo ? firstStart(config, gateway, demo) : laterStart(config, gateway, known);
    return text + firstOwnerText(owner);
  });
}

/** Reads what a start needs before the store is passed to the gateway, or closed for the processes that open it. */
async function beforeServing(
  config: Config,
  store: Store,
  { log, isRehearsal }: { log: Log; isRehearsal: boolean },
): Promise<{ known: string | undefined; isOwnerAwaited: boolean }> {
  try {
    if (!isRehearsal) await reportDurabilityRisks(config, store, log);
    const known = (await listWebsites(store.db))[0]?.id;
    return { known, isOwnerAwaited: !isRehearsal && (await awaitsOwner(config, store)) };
  } catch (error) {
    await store.db.close();
    throw error;
  }
}

/**
 * Handles a signal before the gateway serves. No work has to be finished, so the process exits with 0. A second signal
 * ends it at once.
 */
function endStart(log: Log, opened: AsyncDisposableStack): (signal: NodeJS.Signals) => void {
  let stoppingSince: number | undefined;
  return (signal) => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping: start cancelled');
      void opened.disposeAsync().finally(() => process.exit(0));
    } else if (performance.now() - stoppingSince >= SAME_SIGNAL_MS) {
      process.exit(128 + constants.signals[signal]);
    }
  };
}

/** Serves health checks while the store is unavailable. A port that cannot be used is a wrong setting. */
function held(config: Config, port: StartingPort, state: Parameters<StartingPort['hold']>[0] = 'waiting_for_store') {
  return port.hold(state).catch((error) => throwListening(config, error));
}

/**
 * Opens the store. Reading a large store or migrating it may take a while: a terminal then shows the progress, and health checks are
 * served in the meantime.
 */
async function openForServing(config: Config, log: Log, port: StartingPort): Promise<Store> {
  const slow = new AbortController();
  const holding = pause(SLOW_MS, undefined, { signal: slow.signal })
    .then(() => held(config, port, 'opening_store'))
    // An error of listening is thrown again by the next `held`.
    .catch(() => {});
  const onMigrating = () => {
    slow.abort();
    return held(config, port, 'changing_schema');
  };
  try {
    return await openVisibly(config, log, onMigrating);
  } finally {
    slow.abort();
    await holding;
  }
}

async function openVisibly(config: Config, log: Log, onMigrating: () => Promise<void>): Promise<Store> {
  const open = () => openStore(config, log, { migrate: true, onMigrating });
  const file = embeddedStoreFile(config);
  if (file !== null && ((await storeBytes(file, config.dataDir)) ?? 0) < LARGE_BYTES) return open();
  const { withProgress } = await import('./progress.ts');
  return withProgress('opening the database', open);
}

async function startRehearsal(opened: AsyncDisposableStack): Promise<Rehearsal> {
  // Loaded only here, because a real gateway has no simulators.
  const rehearsal = await (await import('./rehearsal.ts')).startRehearsal();
  opened.defer(rehearsal.stop);
  return rehearsal;
}

/** Logs unknown settings: a misspelt setting has no effect, and nothing else would show it. */
function reportUnknownSettings(log: Log): void {
  const unknown = unknownSettings(readEnvironment());
  if (unknown.length === 0) return;
  log.warn({ names: unknownSettingsText(unknown) }, 'unknown settings: compare the names with .env.example');
}

/** Logs risks for live payments as errors, because merchants deliver goods for payments that Peye reports as completed. */
async function reportLiveRisks(config: Config, log: Log): Promise<void> {
  for (const { check, status, message, fix } of [...unfinishedMethods(config), ...(await liveRisks(config))]) {
    if (status === 'ok') log.info({ check }, message);
    else log[status === 'problem' ? 'error' : 'warn']({ check }, `${message}. ${fix}`);
  }
}

/** Logs faults that could lose an acknowledged payment, with the fix for the operator. `peye doctor` shows the same. */
async function reportDurabilityRisks(config: Config, { db }: Store, log: Log): Promise<void> {
  try {
    for (const { message, fix } of (await readDurability(db)).faults) log.warn({ fix }, message);
    const fault = config.databaseUrl === null ? fileSystemFault(config.dataDir) : undefined;
    if (fault) log.warn({ fix: fault.fix }, fault.message);
  } catch (error) {
    log.warn({ err: error }, 'the durability of the database could not be checked');
  }
}

interface Serving extends Gateway {
  /** Only with several processes. `exhausted` resolves, with the reason, when none serves and none can be started. `kill` ends them all. */
  readonly exhausted?: Promise<string>;
  kill?(): void;
}

async function listen(
  config: Config,
  store: Store,
  log: Log,
  { count, stream, port }: { count: number; stream: 'stdout' | 'stderr'; port: StartingPort },
): Promise<Serving> {
  try {
    // Loaded here because the serving code is half of the program, and no other command needs it.
    if (count === 1) return await (await import('./start-alone.ts')).startAlone(config, store, log, port.release);
    try {
      await requireConnections(config, store, count);
    } finally {
      await store.db.close();
    }
    const { release } = port;
    return await (await import('./start-processes.ts')).startProcesses(config, log, { count, stream, release });
  } catch (error) {
    return throwListening(config, error);
  }
}

/** Throws an error again. An error of listening gets a message that names the setting. */
function throwListening(config: Config, error: unknown): never {
  const { code, syscall, port = config.port } = error as NodeJS.ErrnoException & { port?: number };
  const name = port === config.metricsPort ? 'METRICS_PORT' : 'PORT';
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${config.host} is in use. Stop the program that uses it, or set ${name} to another port.`,
    EACCES: `this user may not use port ${port}. Set ${name} to a port above 1023.`,
    EADDRNOTAVAIL: `HOST is set to "${config.host}", which is not an address of this machine.`,
    ENOTFOUND: `HOST is set to "${config.host}", a name that does not resolve to an address.`,
    EAI_AGAIN: `HOST is set to "${config.host}", a name that does not resolve to an address.`,
  };
  const reason = syscall === 'listen' || syscall === 'getaddrinfo' ? reasons[code ?? ''] : undefined;
  throw reason === undefined ? error : new CommandFailure(reason);
}

/**
 * Handles SIGTERM, SIGINT and SIGHUP: keeps serving until load balancers have noticed, finishes requests in flight, and exits with 0. A
 * second signal ends the process at once, with the exit code of an uncaught signal. If a newer version takes over the store, or no
 * process can be started any longer, the gateway finishes requests in flight and exits with 1.
 */
function stopInTime(
  gateway: Serving,
  { drainSeconds, log }: { drainSeconds: number; log: Log },
  opened: AsyncDisposableStack,
): (signal: NodeJS.Signals) => void {
  let stoppingSince: number | undefined;
  const stop = async (exitCode: number) => {
    stoppingSince ??= performance.now();
    try {
      await opened.disposeAsync();
      log.info('stopped');
      process.exit(exitCode);
    } catch (error) {
      log.fatal({ err: error }, 'the shutdown failed');
      process.exit(1);
    }
  };
  const drainAndStop = async (signal: NodeJS.Signals) => {
    stoppingSince = performance.now();
    if (drainSeconds > 0) {
      log.info({ signal, seconds: drainSeconds }, 'draining: still serving, and /readyz reports the shutdown');
      gateway.drain();
      // A version that is too old for its database must not continue.
      await Promise.race([pause(drainSeconds * 1000), gateway.outdated]);
    }
    log.info({ signal }, 'stopping: finishing requests in flight');
    await stop(0);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince === undefined) {
      void drainAndStop(signal);
    } else if (performance.now() - stoppingSince >= SAME_SIGNAL_MS) {
      log.warn({ signal }, 'stopping immediately');
      gateway.kill?.();
      process.exit(128 + constants.signals[signal]);
    }
  };
  const endFor = (message: string) => (reason: string) => {
    if (stoppingSince !== undefined) return;
    log.fatal({ reason }, message);
    void stop(1);
  };
  void gateway.outdated.then(endFor('this version is too old for its database: stopping after requests in flight'));
  void gateway.exhausted?.then(endFor('no process can be started: stopping the gateway'));
  return onSignal;
}

/** Checks the connection limit of PostgreSQL. A pooler limits the connections itself. */
async function requireConnections(config: Config, store: Store, count: number): Promise<void> {
  if (config.databasePooler) return;
  const { connectionFault } = await import('../database/postgres/connection-limit.ts');
  const fault = await connectionFault(store.db, count);
  if (fault !== undefined) throw new CommandFailure(fault);
}

interface Demo {
  readonly websiteId: string;
  readonly key: string;
  readonly webhookSecret: string;
}

/** Creates the first website on an embedded store without websites. */
async function createDemo(config: Config, { db, operator }: Store): Promise<Demo | undefined> {
  if (config.databaseUrl !== null || !config.roles.includes('api')) return undefined;
  if ((await listWebsites(db)).length > 0) return undefined;
  const { website, webhookSecret } = await operator.createWebsite({ name: 'Demo' });
  const { text } = await operator.createApiKey({ websiteId: website.id, mode: 'test', name: 'Demo' });
  return { websiteId: website.id, key: text, webhookSecret };
}

function readyJson(config: Config, gateway: Gateway, demo: Demo | undefined): Record<string, unknown> {
  return {
    url: config.publicUrl,
    base_url: `${config.publicUrl}${gateway.apiBase}`,
    ...(demo && { website_id: demo.websiteId, key: demo.key, webhook_secret: demo.webhookSecret }),
  };
}

function firstStart(config: Config, gateway: Gateway, demo: Demo): string {
  const curl = firstPaymentCurl(`${gateway.address}${gateway.apiBase}`, demo.key);
  // Another terminal does not have the PORT of this one.
  const url = gateway.address === localOrigin(readConfig({})) ? '' : ` --url ${gateway.address}`;
  const listen = asCalled(
    `peye listen --key ${demo.key} --secret ${demo.webhookSecret}${url} --from-start --forward http://127.0.0.1:4000/webhooks`,
  );
  return `
Peye is ready. It created a website "Demo" for you to try. The key and the secret are shown only once:

${details([
  ['Base URL', `${config.publicUrl}${gateway.apiBase}`],
  ['Test key', demo.key],
  ['Webhook secret', demo.webhookSecret],
  ['Website', demo.websiteId],
  ['Documentation', `${config.publicUrl}/docs`],
  ...consoleRow(config),
])}

For the commands in the documentation, in another terminal:

export PEYE_KEY=${demo.key}
export PEYE_WEBHOOK_SECRET=${demo.webhookSecret}

Create a payment of 500 gourdes, then open the payment_url of the response:

${curl}

Forward its events as signed webhooks to your server on this machine:

${listen}
`;
}

function laterStart(config: Config, gateway: Gateway, websiteId: string | undefined): string {
  if (!config.roles.includes('api')) {
    const served = config.roles.includes('console')
      ? `console is ready: ${config.publicUrl}/console`
      : 'worker is ready';
    return `\nPeye's ${served}. Health checks: ${gateway.address}/healthz\n`;
  }
  const next: readonly [string, string] =
    websiteId === undefined
      ? ['Create a website', asCalled('peye websites create --name "My shop"')]
      : ['Create a key', asCalled(`peye keys create --website ${websiteId} --mode test`)];
  return `
Peye is ready.

${details([
  ['Base URL', `${config.publicUrl}${gateway.apiBase}`],
  ['Documentation', `${config.publicUrl}/docs`],
  ...consoleRow(config),
  next,
])}
`;
}

function consoleRow({ roles, publicUrl }: Config): [string, string][] {
  return roles.includes('console') ? [['Console', `${publicUrl}/console`]] : [];
}
