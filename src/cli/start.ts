import { InvalidArgumentError } from 'commander';
import { awaitStore } from '../app/await-store.ts';
import type { Store } from '../app/open-store.ts';
import { processCount } from '../app/processes/process-count.ts';
import { type Config, describeConfig, PROCESSES_ALLOWED, parseProcesses } from '../config.ts';
import { listWebsites } from '../features/websites/store/websites.ts';
import { startingPort } from '../http/serve-while-starting.ts';
import type { Log } from '../platform/log/log.ts';
import { VERSION } from '../platform/version.ts';
import { readSettings } from './environment.ts';
import { requireLaterPackages } from './later-packages.ts';
import { exitOnUnexpectedError, onSignals } from './on-signals.ts';
import { openForServing } from './open-for-serving.ts';
import { openLog } from './open-log.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { awaitsOwner, readyOutput } from './ready-text.ts';
import type { Rehearsal } from './rehearsal.ts';
import { held, listen } from './serve-on-port.ts';
import { reportDurabilityRisks, reportLiveRisks, reportUnknownSettings } from './start-risks.ts';
import { endStart, stopInTime } from './stop-in-time.ts';

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
  const { document, text } = await readyOutput(config, store, gateway, { known, isOwnerAwaited });
  printResult(options, document, () => text);
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

async function startRehearsal(opened: AsyncDisposableStack): Promise<Rehearsal> {
  // Loaded only here, because a real gateway has no simulators.
  const rehearsal = await (await import('./rehearsal.ts')).startRehearsal();
  opened.defer(rehearsal.stop);
  return rehearsal;
}
