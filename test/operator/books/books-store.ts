import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { SYSTEM } from '../../../src/core/actor.ts';
import { transactionIds } from '../../../src/core/ids.ts';
import type { Payment } from '../../../src/core/payment.ts';
import type { Row, Transaction, Value } from '../../../src/database/database.ts';
import { integerTypes } from '../../../src/database/postgres/postgres-pool.ts';
import { openReadOnlyPostgres } from '../../../src/database/postgres/read-only-postgres.ts';
import type { Reader, ReadOnlyStore } from '../../../src/database/read-only-store.ts';
import { openReadOnlySqlite } from '../../../src/database/sqlite/read-only-sqlite.ts';
import { sqliteText } from '../../../src/database/sqlite/sqlite-connection.ts';
import { type FinalOutcome, type SettleDetails, settlePayment } from '../../../src/features/payments/settle-payment.ts';
import { insertFree, paymentStore } from '../../../src/features/payments/store-payment.ts';
import { advanceSubscription, setTestClock } from '../../../src/features/subscriptions/store/subscriptions.ts';
import { recordAttempts } from '../../../src/features/webhooks/store/delivery-tries.ts';
import { findDelivery } from '../../../src/features/webhooks/store/list-deliveries.ts';
import { type SecretBox, secretBox } from '../../../src/platform/secrets/secrets.ts';
import { type OperatorVerbs, operatorVerbs } from '../../../src/verbs/operator-verbs.ts';
import type { Engine } from '../../support/engines.ts';
import { settling } from '../../support/settling.ts';
import { openTestStore, sqliteFile, type TestStore, testPayment } from '../../support/store.ts';

const START_US = Date.UTC(2027, 0, 11, 14, 30) * 1000;
export const MINUTE_US = 60_000_000;
export const DAY_US = 1_440 * MINUTE_US;

/** A website, and its keys for test and live payments. */
export interface Owner {
  readonly websiteId: string;
  readonly test: string;
  readonly live: string;
}

/** A store that tests fill through the gateway's code, with a clock that they set. */
export interface BooksStore extends Omit<TestStore, 'open'> {
  readonly engine: Engine;
  readonly box: SecretBox;
  readonly operator: OperatorVerbs;
  readonly now: () => number;
  forward(us: number): void;
  website(callbackUrl: string | null): Promise<Owner>;
  nextId(): number;
  /** Creates a payment. The statements of `also` run in the same transaction. */
  open(
    owner: Owner,
    mode: 'test' | 'live',
    changes?: Partial<Payment>,
    also?: (tx: Transaction, payment: Payment) => Promise<void>,
  ): Promise<Payment>;
  /** Creates a payment, and finishes it five seconds later. */
  end(owner: Owner, mode: 'test' | 'live', outcome?: FinalOutcome, changes?: Partial<Payment>): Promise<Payment>;
  settle(payment: Payment, outcome: FinalOutcome, details?: SettleDetails): Promise<Payment>;
  /** Records one attempt of the payment's delivery for each status code. A 2xx ends the delivery, and so does `ended`. */
  attempts(payment: Payment, statusCodes: readonly number[], ended?: 'exhausted'): Promise<void>;
  /** Creates a subscription with its first charges, the last of which is open. Returns that charge, and the id of the subscription. */
  recurring(owner: Owner): Promise<{ id: string; open: Payment }>;
  /** The store opened for reading only. */
  openReadOnly(): Promise<ReadOnlyStore>;
  /** Checks the store as it would be after these statements, which are rolled back. Foreign keys are not enforced. */
  sabotaged<T>(statements: readonly string[], look: (store: ReadOnlyStore) => Promise<T>): Promise<T>;
}

const PAID: FinalOutcome = { status: 'completed' };
export const DECLINED: FinalOutcome = { status: 'failed', failureReason: 'declined' };

export async function openBooksStore(engine: Engine): Promise<BooksStore> {
  const store = await openTestStore(engine);
  const { db, place } = store;
  const box = secretBox(Buffer.from(place.settings.SECRET_KEY ?? '', 'base64'));
  let nowUs = START_US;
  const clock = () => ++nowUs;
  const nextId = transactionIds(clock, randomInt);
  const keep = paymentStore(db);
  const operator = operatorVerbs({
    db,
    box,
    clock,
    actor: SYSTEM,
    isCertain: () => true,
    confirm: async () => nowUs,
    allowedSubnets: ['0.0.0.0/0'],
    openSender: () => Promise.reject(new Error('nothing is sent')),
  });
  const open: BooksStore['open'] = async ({ websiteId, ...keys }, mode, changes = {}, also = undefined) => {
    const payment = testPayment(
      { websiteId, apiKeyId: keys[mode] },
      {
        id: nextId(),
        mode,
        createdAtUs: clock(),
        expiresAtUs: nowUs + DAY_US,
        nextCheckAtUs: nowUs + MINUTE_US,
        ...changes,
      },
    );
    if (also) {
      await db.transaction(async (tx) => {
        assert.ok((await insertFree(tx, [payment])).has(payment));
        await also(tx, payment);
      });
    } else await keep(payment);
    return payment;
  };
  const settle: BooksStore['settle'] = async (payment, outcome, details) => {
    nowUs += 5_000_000;
    return (await settlePayment(settling({ db, clock, box }), payment, outcome, details))!;
  };
  return {
    ...store,
    engine,
    box,
    operator,
    nextId,
    open,
    settle,
    now: () => nowUs,
    forward: (us) => (nowUs += us),
    async website(callbackUrl) {
      const { website } = await operator.createWebsite({ name: 'Shop', callbackUrl });
      const key = async (mode: 'test' | 'live') =>
        (await operator.createApiKey({ websiteId: website.id, mode })).apiKey.id;
      return { websiteId: website.id, test: await key('test'), live: await key('live') };
    },
    end: async (owner, mode, outcome = PAID, changes = {}) => settle(await open(owner, mode, changes), outcome),
    async attempts(payment, statusCodes, ended) {
      for (const statusCode of statusCodes) {
        const delivery = (await findDelivery(db, `dlv_${payment.id}`))!;
        const isAccepted = statusCode < 300;
        const status = isAccepted ? 'delivered' : statusCode === statusCodes.at(-1) && ended ? ended : 'pending';
        const tried = { atUs: clock(), durationMs: 5, statusCode, error: null, responseStart: null, signature: null };
        const nextAttemptAtUs = status === 'pending' ? nowUs + MINUTE_US : null;
        const result = { status, nextAttemptAtUs, deliveredAtUs: isAccepted ? nowUs : null } as const;
        await db.transaction((tx) => recordAttempts(tx, [{ delivery, url: delivery.url, tried, ...result }]));
      }
    },
    async recurring(owner) {
      const first = await open(owner, 'test', {
        method: 'lakaypay_card',
        recurringInterval: 'daily',
        recurringIntervalCount: 1,
      });
      await settle(first, PAID, { cardToken: 'the-token' });
      const id = `sub_${first.id}`;
      const charge = (period: number): Partial<Payment> => ({
        method: 'lakaypay_card',
        subscriptionId: id,
        subscriptionPeriod: period,
        subscriptionTry: 1,
      });
      await settle(await open(owner, 'test', charge(1)), PAID);
      await settle(await open(owner, 'test', charge(2)), DECLINED);
      // The third cycle fell due in a pause. The test clock is ahead of all cycles.
      await db.transaction((tx) => setTestClock(tx, id, { toUs: nowUs + 10 * DAY_US, nowUs }));
      const progress = { nextPeriod: 4, nextChargeAtUs: nowUs + DAY_US, consecutiveFailures: 1, periodsLeftOut: 1 };
      await db.transaction((tx) => advanceSubscription(tx, id, progress));
      return { id, open: await open(owner, 'test', charge(4)) };
    },
    async openReadOnly() {
      const { DATABASE_URL } = place.settings;
      return DATABASE_URL ? openReadOnlyPostgres(DATABASE_URL) : openReadOnlySqlite(sqliteFile(place));
    },
    sabotaged: (statements, look) =>
      engine === 'sqlite'
        ? onFile(sqliteFile(place), statements, look)
        : onServer(place.settings.DATABASE_URL!, statements, look),
  };
}

async function onFile<T>(
  file: string,
  statements: readonly string[],
  look: (store: ReadOnlyStore) => Promise<T>,
): Promise<T> {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA foreign_keys = OFF; BEGIN');
    for (const statement of statements) database.exec(statement);
    const reader: Reader = {
      query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
        database.prepare(sqliteText(sql)).all(...params) as R[],
    };
    return await look({ engine: 'sqlite', snapshot: (work) => work(reader), close: async () => {} });
  } finally {
    database.exec('ROLLBACK');
    database.close();
  }
}

async function onServer<T>(
  url: string,
  statements: readonly string[],
  look: (store: ReadOnlyStore) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, types: integerTypes() });
  await client.connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    const reader: Reader = {
      query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
        (await client.query<R>(sql, [...params])).rows,
    };
    return await look({ engine: 'postgres', snapshot: (work) => work(reader), close: async () => {} });
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}
