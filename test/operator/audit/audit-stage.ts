import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RatesSimulator, startRatesSimulator } from '../../../simulators/rates/rates-simulator.ts';
import { buildVerbs, type Verbs } from '../../../src/app/build-verbs.ts';
import { openStore, type Store } from '../../../src/app/open-store.ts';
import { readConfig } from '../../../src/config.ts';
import type { Actor } from '../../../src/core/actor.ts';
import type { Payment } from '../../../src/core/payment.ts';
import type { Row, Transaction } from '../../../src/database/database.ts';
import type { AuditRow } from '../../../src/features/audit/audit.ts';
import { listAuditChain } from '../../../src/features/audit/store/audit-log.ts';
import { insertPayments } from '../../../src/features/payments/store/insert-payments.ts';
import { changeCounts } from '../../../src/features/payments/store/payment-counts.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { type Engine, newStore } from '../../support/engines.ts';
import { testPayment } from '../../support/store.ts';
import { TABLES } from '../../support/store-dump.ts';

/** The actor, unless a test names another one. */
export const MARIE: Actor = { kind: 'cli', id: null, name: 'marie', address: 'srv-1' };

/** The previous SECRET_KEY. */
export const PREVIOUS_KEY = randomBytes(32);

/** All verbs of a gateway on its own store, which nothing else uses, with the rows that they change. */
export interface AuditStage {
  readonly store: Store;
  readonly verbs: Verbs;
  readonly settings: Record<string, string>;
  readonly log: ReturnType<typeof createLog>;
  readonly simulator: RatesSimulator;
  /** A website that has a callback URL, and its keys. */
  readonly websiteId: string;
  readonly keys: { readonly test: string; readonly live: string };
  /** The rows of the log after a position. */
  changes(after?: number): Promise<AuditRow[]>;
  /** The position of the last row. */
  position(): Promise<number>;
  /** Inserts a payment of the website, with what belongs to it. */
  insert(changes: Partial<Payment>): Promise<Payment>;
  /** A folder that does not exist yet. */
  newFolder(): string;
  /** While `work` runs, every transaction that has written to the audit log fails at its end, before it is committed. */
  withoutCommits(work: () => Promise<void>): Promise<void>;
  /** Everything in the store except its clock readings. */
  dump(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** The error of a transaction that `withoutCommits` makes fail. */
export class Planted extends Error {}

export async function auditStage(engine: Engine): Promise<AuditStage> {
  const place = await newStore(engine);
  const simulator = await startRatesSimulator({ now: Date.now });
  const folder = mkdtempSync(join(tmpdir(), 'peye-audit-'));
  const settings = {
    ...place.settings,
    ...simulator.settings,
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    SECRET_KEY_PREVIOUS: PREVIOUS_KEY.toString('base64'),
  };
  const config = readConfig(settings);
  const log = createLog('silent');
  const store = await openStore(config, log, { migrate: true, actor: MARIE });
  const verbs = await buildVerbs(config, store, log);
  const { db, operator } = store;
  const callbackUrl = 'https://shop.example/hook';
  const { id: websiteId } = (await operator.createWebsite({ name: 'Shop', callbackUrl })).website;
  const key = async (mode: 'test' | 'live') => (await operator.createApiKey({ websiteId, mode })).apiKey.id;
  const keys = { test: await key('test'), live: await key('live') };
  let folders = 0;
  const changes = (after = 0) => listAuditChain(db, { after, limit: 10_000 });
  return {
    store,
    verbs,
    settings,
    log,
    simulator,
    websiteId,
    keys,
    changes,
    position: async () => (await changes()).at(-1)?.position ?? 0,
    async insert(given) {
      const payment = testPayment({ websiteId, apiKeyId: keys[given.mode ?? 'test'] }, given);
      await db.transaction(async (tx) => {
        await insertPayments(tx, [payment]);
        await changeCounts(tx, [{ payment, status: payment.status, by: 1 }]);
      });
      return payment;
    },
    newFolder: () => join(folder, `archive-${folders++}`),
    async withoutCommits(work) {
      const { transaction } = db;
      const headOf = async (tx: Transaction) =>
        (await tx.query<Row & { position: number }>('SELECT position FROM audit_head'))[0]?.position;
      const planted: typeof db.transaction = (change, options) =>
        transaction(async (tx) => {
          const before = await headOf(tx);
          const result = await change(tx);
          if ((await headOf(tx)) !== before) throw new Planted();
          return result;
        }, options);
      Object.assign(db, { transaction: planted });
      try {
        await work();
      } finally {
        Object.assign(db, { transaction });
      }
    },
    async dump() {
      const dump: Record<string, string> = {};
      for (const { name } of await db.query<Row & { name: string }>(TABLES[engine])) {
        if (name !== 'clock_anchors') dump[name] = JSON.stringify(await db.query(`SELECT * FROM ${name}`));
      }
      return dump;
    },
    async close() {
      await verbs.close();
      await db.close();
      await simulator.stop();
      await place.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
