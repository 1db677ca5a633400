import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { embeddedStoreFile, openDatabase, readWebhookCa } from '../app.ts';
import { type Config, readConfig, settingNames } from '../config.ts';
import { isLocalHost } from '../lib/local-host.ts';
import { createLog } from '../lib/log.ts';
import { ConfigError } from '../lib/settings-reader.ts';
import type { Database } from '../storage/database.ts';
import { pendingMigrations } from '../storage/migrate.ts';
import { storeExposures } from '../storage/private-store.ts';
import { checkSqliteIntegrity } from '../storage/sqlite.ts';
import { checkClock, checkTime } from './doctor-clock.ts';
import { checkLiveMethods, checkLiveStore } from './doctor-live.ts';
import { checkRateInUse, checkRateSource } from './doctor-rates.ts';
import { checkSecrets } from './doctor-secrets.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { CommandFailure, failureText } from './failure.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { LISTEN_VARIABLES } from './listen.ts';
import { liveRisks } from './live-risks.ts';
import { localOrigin } from './local-origin.ts';
import { printResult } from './output.ts';

const MIN_NODE_MAJOR = 24;
const LOW_DISK_BYTES = 100 * 1024 * 1024;
const ANSWER_TIMEOUT_MS = 2_000;

/** `peye doctor`: checks the set-up, says how to mend it, and changes nothing. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the set-up and say how to mend it; changes nothing')
    .option('--json', 'print one JSON document: {ok, checks: [{check, status, message, fix}]}')
    .addHelpText(
      'after',
      `
Each line is ok, a warning or a problem. Any problem makes the exit code 1. May run beside the server.
A large embedded store takes a while: every page of it is read.

Examples:
  peye doctor
  peye doctor --json`,
    )
    .action((options: { json?: true }) => doctor(options));
}

async function doctor(options: { json?: true }): Promise<void> {
  const checks = await examine();
  const problems = checks.filter((finding) => finding.status === 'problem').length;
  printResult(options, { ok: problems === 0, checks }, () => checks.map(findingText).join('\n'));
  if (problems > 0)
    throw new CommandFailure(problems === 1 ? 'there is 1 problem.' : `there are ${problems} problems.`);
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = [checkNode()];
  let config: Config;
  try {
    const environment = readEnvironment(process.cwd(), process.env);
    config = readConfig(environment.values);
    findings.push(checkSettings(environment));
  } catch (error) {
    // Without settings there is nothing else to look at.
    return [
      ...findings,
      problem('settings', failureText(error), 'Correct the setting; .env.example explains each one.'),
    ];
  }
  findings.push(checkPublicUrl(config), ...checkProxy(config), ...checkWebhooks(config));
  if (config.databaseUrl === null) findings.push(...checkDataFolder(config));
  findings.push(...(await checkStore(config)), await checkRedis(config), await checkPort(config));
  findings.push(...(await checkLiveMethods(config)), ...(await checkLiveRisks(config)));
  findings.push(...(await checkRateSource(config)));
  return findings;
}

/** An address that cannot be used is the store's problem already. */
async function checkLiveRisks(config: Config): Promise<Finding[]> {
  try {
    return await liveRisks(config);
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

function checkNode(): Finding {
  const major = Number.parseInt(process.versions.node, 10);
  if (major >= MIN_NODE_MAJOR) return ok('node', `Node ${process.versions.node}`);
  return problem('node', `Node ${process.versions.node} is too old`, `Install Node ${MIN_NODE_MAJOR} or newer.`);
}

/** A name in `.env` that is nearly one of ours is most likely a mistake that silently does not count. */
function checkSettings({ fileNames }: Environment): Finding {
  if (fileNames === undefined) return ok('settings', 'every setting can be used; there is no .env file here');
  const known = [...settingNames(), ...LISTEN_VARIABLES];
  const unknown = fileNames.filter((name) => !known.includes(name));
  if (unknown.length === 0) return ok('settings', 'every setting can be used; .env is read');
  return warning(
    'settings',
    `.env sets what is no setting of Peye: ${unknown.join(', ')}`,
    'Compare the names with .env.example, unless another program reads them.',
  );
}

function checkPublicUrl({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === '0.0.0.0' || host === '::') {
    return warning('public_url', `customers cannot reach ${publicUrl}`, 'Set PUBLIC_URL to the address they use.');
  }
  if (protocol === 'http:' && !isLocalHost(host)) {
    return warning(
      'public_url',
      `${publicUrl} is not encrypted: payment pages would be sent in the clear`,
      'Put a proxy with TLS in front, and set PUBLIC_URL to its https:// address.',
    );
  }
  if (!isLocalHost(host)) return ok('public_url', publicUrl);
  return ok('public_url', `${publicUrl} (this machine only; set PUBLIC_URL before customers pay)`);
}

function checkProxy({ publicUrl, trustProxy, rateLimitPerMinute }: Config): Finding[] {
  if (!publicUrl.startsWith('https:') || trustProxy.length > 0 || rateLimitPerMinute === 0) return [];
  return [
    warning(
      'trust_proxy',
      'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is not set: all clients share one rate limit',
      "Set TRUST_PROXY to the proxy's address.",
    ),
  ];
}

/** What loosens the rules for callback URLs: nothing is said when nothing does. */
function checkWebhooks(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (config.webhookAllowedSubnets.length > 0) {
    findings.push(
      warning(
        'webhooks',
        `webhooks may go to addresses that are not public: ${config.webhookAllowedSubnets.join(', ')}`,
        'Unset WEBHOOK_ALLOWED_SUBNETS, unless this is a test or a closed network.',
      ),
    );
  }
  return config.webhookCaFile === null ? findings : [...findings, checkWebhookCa(config)];
}

function checkWebhookCa(config: Config): Finding {
  try {
    const ca = readWebhookCa(config);
    if (ca && ca.expiresAtMs <= Date.now()) {
      const expired = new Date(ca.expiresAtMs).toISOString().slice(0, 10);
      return warning('webhooks', `a certificate in ${config.webhookCaFile} expired on ${expired}`, 'Renew it.');
    }
    return ok('webhooks', `receivers signed by ${config.webhookCaFile} are trusted too`);
  } catch (error) {
    return problem('webhooks', failureText(error), 'Correct WEBHOOK_CA_FILE, or unset it.');
  }
}

function checkDataFolder(config: Config): Finding[] {
  const { dataDir } = config;
  if (!existsSync(dataDir)) {
    let parent = dirname(dataDir);
    while (!existsSync(parent)) parent = dirname(parent);
    if (!isWritableFolder(parent)) {
      return [
        problem('data_folder', `${dataDir} cannot be made in ${parent}`, 'Set DATA_DIR to a folder of this user.'),
      ];
    }
    return [ok('data_folder', `${dataDir} does not exist yet; the first start makes it`)];
  }
  if (!isWritableFolder(dataDir)) {
    return [
      problem('data_folder', `${dataDir} is not a folder that this user may write in`, 'Set DATA_DIR to one that is.'),
    ];
  }
  const findings: Finding[] = [];
  for (const { path, others, mode } of storeExposures(dataDir)) {
    const mend = `chmod ${mode} ${path}`;
    if (others === 'replace') {
      findings.push(problem('data_folder', `other users may replace what is in ${path}`, mend));
    } else {
      const isFile = path !== dataDir;
      findings.push((isFile ? problem : warning)('data_folder', `other users may read ${path}`, mend));
    }
  }
  const disk = statfsSync(dataDir);
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes < LOW_DISK_BYTES) {
    const freeMb = Math.floor(freeBytes / 1024 / 1024);
    findings.push(warning('data_folder', `only ${freeMb} MB are free where ${dataDir} is`, 'Make room.'));
  }
  return findings.length > 0 ? findings : [ok('data_folder', dataDir)];
}

async function checkStore(config: Config): Promise<Finding[]> {
  const file = embeddedStoreFile(config);
  if (file !== null && !existsSync(file)) return [ok('store', 'there is none yet; the first start makes it')];
  let db: Database;
  try {
    db = await openDatabase(config, createLog('silent'));
  } catch (error) {
    return [problem('store', failureText(error), 'Restore a backup, or set DATA_DIR to another folder.')];
  }
  try {
    return [...(await checkSchema(config, db)), ...(file === null ? [] : [checkIntegrity(file)])];
  } finally {
    await db.close();
  }
}

async function checkSchema(config: Config, db: Database): Promise<Finding[]> {
  const name = db.engine === 'sqlite' ? 'the embedded store' : 'PostgreSQL';
  let pending: readonly unknown[];
  try {
    pending = await pendingMigrations(db);
  } catch (error) {
    const fix = db.engine === 'sqlite' ? 'See the message.' : 'Check DATABASE_URL, and that the server runs.';
    return [problem('store', failureText(error), fix)];
  }
  if (pending.length > 0) {
    return [
      warning('store', `${name} waits for ${pending.length} migrations`, 'Run peye migrate; peye start does it too.'),
    ];
  }
  return [
    await checkWritable(name, db),
    ...(await checkClock(db)),
    ...(await checkTime(db)),
    await checkSecrets(config, db),
    await checkRateInUse(config, db),
    ...(await checkLiveStore(config, db)),
  ];
}

/** Takes the lock that a write takes, and writes no row. */
async function checkWritable(name: string, db: Database): Promise<Finding> {
  try {
    await db.transaction((tx) => tx.query("UPDATE feeds SET last_position = last_position WHERE website_id = ''"));
    return ok('store', `${name} can be read and written, and its schema is up to date`);
  } catch (error) {
    return problem(
      'store',
      `${name} can be read but not written: ${failureText(error)}`,
      'Connect to the primary, with a user that may write.',
    );
  }
}

function checkIntegrity(file: string): Finding {
  try {
    const findings = checkSqliteIntegrity(file);
    if (findings.length === 0) return ok('integrity', `every page of ${file} is whole`);
    return problem('integrity', `${file} is damaged: ${findings.join('; ')}`, 'Stop the gateway and restore a backup.');
  } catch (error) {
    return problem('integrity', failureText(error), 'Stop the gateway and restore a backup.');
  }
}

async function checkRedis(config: Config): Promise<Finding> {
  if (config.redisUrl === null) {
    return ok('redis', 'REDIS_URL is not set: limits are counted in each process (right for a single node)');
  }
  const { rateLimits } = await import('../auth/rate-limits.ts');
  const limits = await rateLimits(config, createLog('silent'));
  const status = limits.redisStatus();
  await limits.close();
  if (status === 'ready') return ok('redis', 'Redis answers');
  return problem(
    'redis',
    'Redis does not answer: limits would count in each process alone',
    'Check REDIS_URL, and that the server runs.',
  );
}

async function checkPort(config: Config): Promise<Finding> {
  const { host, port } = config;
  const code = await listenOnce(host, port);
  if (code === undefined) return ok('port', `port ${port} on ${host} is free`);
  if (code !== 'EADDRINUSE') {
    return problem('port', `port ${port} on ${host} cannot be used (${code})`, 'Correct HOST and PORT.');
  }
  const answer = await askReady(host, port);
  if (answer === undefined) {
    return problem(
      'port',
      `port ${port} on ${host} is used by another program`,
      'Stop it, or set PORT to another one.',
    );
  }
  if (answer.status === 'ready') return ok('port', `the gateway answers on port ${port} and is ready`);
  return problem(
    'port',
    `the gateway answers on port ${port}, but is not ready (its store is ${answer.store})`,
    'See its log.',
  );
}

function listenOnce(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

/** What a gateway says of itself; undefined when nothing answers, or something else does. */
async function askReady(host: string, port: number): Promise<{ status: string; store: string } | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(`${localOrigin({ host, port })}/readyz`, { signal, redirect: 'error' });
    const answer = (await response.json()) as { status?: unknown; store?: unknown };
    const isGateway = typeof answer.status === 'string' && typeof answer.store === 'string';
    return isGateway ? (answer as { status: string; store: string }) : undefined;
  } catch {
    return undefined;
  }
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function findingText({ check, status, message, fix }: Finding): string {
  const line = `${status.padEnd('problem'.length)}  ${check.padEnd('lakaypay_card'.length)}  ${message}`;
  return fix === undefined ? line : `${line}\n${' '.repeat('problem  lakaypay_card  '.length)}→ ${fix}`;
}
