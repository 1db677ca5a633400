import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import type { Row } from '../src/storage/database.ts';
import { type Engine, emptyStore } from '../test/support/engines.ts';
import { API, freePort, httpClient } from '../test/support/gateway.ts';
import { type LoadGenerator, type LoadResult, runLoad } from './load/run-load.ts';
import { PAYMENT_BODY, paymentBody } from './payment-bodies.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import { FOLDER, startGatewayProcess, startProcess } from './processes/start-process.ts';
import type { Measurement } from './report.ts';
import { alternate, median } from './rounds.ts';
import { createShop, openBenchStore, type Shop } from './shop.ts';

const CONNECTIONS = 64;
const PGBENCH_CLIENTS = 32;
const CHECKED_CREATIONS = 500;

export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** Measures creation and reads of one engine against their baselines, each in turn, on a store of their own. */
export async function measureThroughput(engine: Engine, generator: LoadGenerator, pace: Pace): Promise<Measurement[]> {
  const empty = await emptyStore(engine);
  try {
    const env = {
      ...empty.settings,
      PORT: String(await freePort()),
      RATE_LIMIT_PER_MINUTE: '0',
      PAGE_LIMIT_PER_MINUTE: '0',
      INVALID_KEY_LIMIT_PER_HOUR: '0',
      VERIFY_LIMIT_PER_MINUTE: '0',
    };
    const config = readConfig(env);
    const store = await openBenchStore(config);
    const shop = await createShop(store);
    const gateway = await startGatewayProcess({
      env,
      readyUrl: `${config.publicUrl}/readyz`,
      logFile: join(empty.folder, 'gateway.log'),
    });
    const ids = await createChecked(config.publicUrl, shop);
    const bare = await startBareServer(empty.folder, config.publicUrl, shop, ids[0]!);
    try {
      const count = async () => (await store.db.query<{ n: number } & Row>('SELECT count(*) AS n FROM payments'))[0]!.n;
      const [row] = await store.db.query('SELECT * FROM payments WHERE id = $1', [Number(ids[0])]);
      const create = (url: string) => (seconds: number) =>
        runLoad(
          generator,
          { method: 'POST', url: `${url}${API}/payments`, key: shop.key, lines: [PAYMENT_BODY] },
          { connections: CONNECTIONS, seconds },
        );
      const read = (url: string) => (seconds: number) =>
        runLoad(
          generator,
          { method: 'GET', url, key: shop.key, lines: ids.map((id) => `${API}/payments/${id}`) },
          { connections: CONNECTIONS, seconds },
        );
      const checkedCreate = async (seconds: number) => {
        const before = await count();
        const result = await create(config.publicUrl)(seconds);
        checkStored(result, (await count()) - before);
        return result;
      };

      const pgbench = engine === 'postgres' ? findPgbench() : undefined;
      const insertOnly = async (seconds: number): Promise<LoadResult> => {
        const perSecond = await runPgbench(pgbench!, {
          databaseUrl: empty.settings.DATABASE_URL!,
          row: row!,
          clients: PGBENCH_CLIENTS,
          seconds,
          folder: empty.folder,
        });
        return { requests: perSecond * seconds, perSecond, p50Ms: 0, p99Ms: 0, refused: 0 };
      };
      const creations = await alternate([checkedCreate, create(bare.url), ...(pgbench ? [insertOnly] : [])], pace);
      const reads = await alternate([read(config.publicUrl), read(bare.url)], pace);
      const [created, bareCreated, inserted] = creations;
      return [
        line('POST /payments', engine, created!, bareCreated!, 'bare node:http', engine === 'sqlite' ? 0.6 : undefined),
        ...(inserted
          ? [line('POST /payments', engine, created!, inserted, `pgbench, ${PGBENCH_CLIENTS} clients`, 0.8)]
          : []),
        line('GET /payments/{id}', engine, reads[0]!, reads[1]!, 'bare node:http', 0.7),
        { operation: 'memory after the load', engine, value: `${gateway.residentMb().toFixed(0)} MB` },
      ];
    } finally {
      await bare.stop();
      await gateway.stop();
      await store.db.close();
    }
  } finally {
    await empty.drop();
  }
}

/** Creates payments at once, and makes sure that each was a 201 with an id of its own and can be read. Returns the ids. */
async function createChecked(url: string, shop: Shop): Promise<string[]> {
  const api = httpClient(url, { 'x-api-key': shop.key });
  const responses = await Promise.all(
    Array.from({ length: CHECKED_CREATIONS }, (_, index) => api.post('/payments', paymentBody(index))),
  );
  const ids = responses.map((response) => {
    if (response.status !== 201) throw new Error(`a creation was answered ${response.status}: ${response.text}`);
    return response.json.transaction_id as string;
  });
  if (new Set(ids).size !== ids.length) throw new Error('two creations were answered with one transaction id');
  for (const id of ids.slice(0, 20)) {
    const { status, json } = await api.get(`/payments/${id}`);
    if (status !== 200 || json.data.transaction_id !== id) throw new Error(`payment ${id} cannot be read: ${status}`);
  }
  return ids;
}

/** A measured creation must be a stored one: responses without rows are no throughput. */
function checkStored(result: LoadResult, stored: number): void {
  // What was still on its way when the round ended was stored, but nobody waited for the response.
  if (stored < result.requests || stored > result.requests + CONNECTIONS) {
    throw new Error(`${result.requests} creations were answered, but ${stored} payments were stored`);
  }
}

/** The bare server, with the responses that the gateway gives. */
async function startBareServer(folder: string, gatewayUrl: string, shop: Shop, id: string) {
  const api = httpClient(gatewayUrl, { 'x-api-key': shop.key });
  const created = await api.post('/payments', paymentBody('bare'));
  const read = await api.get(`/payments/${id}`);
  const responses = join(folder, 'answers.json');
  writeFileSync(
    responses,
    JSON.stringify({
      POST: { status: created.status, body: created.text },
      GET: { status: read.status, body: read.text },
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await startProcess([process.execPath, join(FOLDER, 'bare-server.ts'), String(port), responses], {
    readyUrl: url,
    logFile: join(folder, 'bare.log'),
  });
  return { url, stop };
}

function line(
  operation: string,
  engine: Engine,
  measured: readonly LoadResult[],
  against: readonly LoadResult[],
  baseline: string,
  goal?: number,
): Measurement {
  const ratio = median(measured.map((result, round) => result.perSecond / against[round]!.perSecond));
  const perSecond = (results: readonly LoadResult[]) => Math.round(median(results.map((result) => result.perSecond)));
  return {
    operation,
    engine,
    value: `${perSecond(measured)}/s`,
    p50Ms: median(measured.map((result) => result.p50Ms)),
    p99Ms: median(measured.map((result) => result.p99Ms)),
    baseline: `${baseline}: ${perSecond(against)}/s`,
    ratio,
    ...(goal !== undefined && { goal: `≥ ${goal}`, isMet: ratio >= goal }),
  };
}
