import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Engine, emptyStore } from '../test/support/engines.ts';
import { type Client, freePort, httpClient } from '../test/support/gateway.ts';
import { parentOf, treeCpuUs } from './processes/cpu-time.ts';
import { FOLDER, ROOT, startGatewayProcess, startProcess } from './processes/start-process.ts';

/** Settings without logs and limits, so that only the work of the request itself is measured. */
export const UNLIMITED = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '0',
  PAGE_LIMIT_PER_MINUTE: '0',
  INVALID_KEY_LIMIT_PER_HOUR: '0',
  VERIFY_LIMIT_PER_MINUTE: '0',
};

/** The default settings, except that the limits are too high to be reached. */
export const DEFAULTS = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  PAGE_LIMIT_PER_MINUTE: '1000000',
  INVALID_KEY_LIMIT_PER_HOUR: '1000000',
};

const NODE = process.execPath;

type SqlValue = string | number | null;

/** A gateway in its own process, on its own store, with one website and a test key. */
export interface BenchGateway {
  readonly url: string;
  readonly key: string;
  readonly api: Client;
  readonly settings: Record<string, string>;
  readonly isWithoutStore: boolean;
  /** A folder for files of the bench; it is deleted with the store. */
  readonly folder: string;
  /** Processor time of the gateway with all its processes and threads, microseconds; undefined without /proc. */
  cpuUs(): number | undefined;
  /** Processor time of PostgreSQL, microseconds; undefined on SQLite, and when the server is not on this machine. */
  databaseCpuUs(): number | undefined;
  readonly pid: number;
  residentMb(): number;
  /** Queries the store directly, not through the gateway, so that acknowledged payments can be counted. */
  query(sql: string): Promise<Record<string, SqlValue>[]>;
  /** The disk use of the store now, bytes, without its write-ahead log, which is overwritten again and again. */
  storeBytes(): Promise<number>;
  stop(): Promise<void>;
}

export interface BenchGatewayOptions {
  readonly settings?: Record<string, string>;
  /** The folder of the gateway's code; by default this checkout. */
  readonly checkout?: string;
  readonly callbackUrl?: string;
  /** Starts the gateway of this checkout without a store, after it has stored this number of payments: `processes/ceiling-gateway.ts`. */
  readonly storedPayments?: number;
  /** Options for Node that only the gateway gets. */
  readonly nodeOptions?: string;
}

/** Starts a gateway on an empty store, without limits and with a quiet log unless the settings say otherwise. */
export async function startBenchGateway(engine: Engine, options: BenchGatewayOptions = {}): Promise<BenchGateway> {
  const { checkout = ROOT } = options;
  const store = await emptyStore(engine);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...store.settings, PORT: String(port), ...(options.settings ?? UNLIMITED) };
  try {
    // Before the gateway starts, because it would create a website on a store without one.
    const key = await createKey(checkout, store.folder, settings, options.callbackUrl);
    const process = {
      env: { ...settings, ...(options.nodeOptions && { NODE_OPTIONS: options.nodeOptions }) },
      readyUrl: `${url}/readyz`,
      logFile: join(store.folder, 'gateway.log'),
    };
    const gateway =
      options.storedPayments === undefined
        ? await startGatewayProcess(process, checkout)
        : await startProcess([NODE, join(FOLDER, 'ceiling-gateway.ts'), String(options.storedPayments)], process);
    const database = engine === 'sqlite' ? readSqlite(store.folder) : await readPostgres(store.settings.DATABASE_URL!);
    return {
      url,
      key,
      settings,
      isWithoutStore: options.storedPayments !== undefined,
      folder: store.folder,
      api: httpClient(url, { 'x-api-key': key }),
      cpuUs: gateway.cpuUs,
      pid: gateway.pid,
      residentMb: gateway.residentMb,
      ...database,
      async stop() {
        await gateway.stop();
        await database.close();
        await store.drop();
      },
    };
  } catch (error) {
    await store.drop();
    throw error;
  }
}

async function createKey(checkout: string, cwd: string, settings: Record<string, string>, callbackUrl?: string) {
  const peye = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
    const { stdout } = await promisify(execFile)(join(checkout, 'bin/peye'), [...args, '--json'], { env, cwd });
    return JSON.parse(stdout) as { id: string; key: string };
  };
  const callback = callbackUrl ? ['--callback-url', callbackUrl] : [];
  const website = ['websites', 'create', '--name', 'Bench', '--return-url', 'https://shop.example/thanks', ...callback];
  const { id } = await peye(...website);
  return (await peye('keys', 'create', '--website', id, '--mode', 'test')).key;
}

function readSqlite(folder: string) {
  const db = new DatabaseSync(join(folder, 'peye.db'), { readOnly: true, timeout: 5_000 });
  const query = async (sql: string) => db.prepare(sql).all() as Record<string, SqlValue>[];
  return {
    query,
    databaseCpuUs: () => undefined,
    async storeBytes() {
      const [row] = await query('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()');
      return Number(row!.bytes);
    },
    close: async () => db.close(),
  };
}

async function readPostgres(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const query = async (sql: string) => (await client.query(sql)).rows;
  const isHere = ['127.0.0.1', 'localhost'].includes(new URL(databaseUrl).hostname);
  const server = isHere ? parentOf((await query('SELECT pg_backend_pid() AS pid'))[0].pid) : undefined;
  return {
    query,
    databaseCpuUs: () => (server === undefined ? undefined : treeCpuUs(server)),
    storeBytes: async () => Number((await query('SELECT pg_database_size(current_database()) AS bytes'))[0].bytes),
    close: () => client.end(),
  };
}
