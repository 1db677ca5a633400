import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Mode, Payment } from '../../src/core/payment.ts';
import type { Database } from '../../src/database/database.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';
import { migrate } from '../../src/features/operations/store/migrate.ts';
import { NO_BRAND } from '../../src/features/websites/brand.ts';
import { insertApiKey } from '../../src/features/websites/store/api-keys.ts';
import { insertWebsite, type Website } from '../../src/features/websites/store/websites.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { type EmptyStore, type Engine, emptyStore, newStore } from './engines.ts';

/** A store without a gateway, for tests of storage itself. */
export interface TestStore {
  readonly db: Database;
  readonly place: EmptyStore;
  /** Another handle on the same store, as a second node has one. It is closed with the store. */
  open(): Database;
  /** Closes all handles; the store stays. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty store with the schema. If `migrated` is false, it has no schema, and its handles do not check the writers' fence. */
export async function openTestStore(engine: Engine, { migrated = true } = {}): Promise<TestStore> {
  const place = await (migrated ? newStore : emptyStore)(engine);
  const handles: Database[] = [];
  const open = () => {
    const { DATABASE_URL } = place.settings;
    const fence = migrated ? {} : { fence: null };
    const handle = DATABASE_URL
      ? openPostgres(DATABASE_URL, createLog('silent'), fence)
      : openSqlite(sqliteFile(place), fence);
    handles.push(handle);
    return handle;
  };
  const disconnect = async () => {
    for (const handle of handles.splice(0)) await handle.close();
  };
  const db = open();
  if (migrated) await migrate(db, systemClock());
  return {
    db,
    place,
    open,
    disconnect,
    async close() {
      await disconnect();
      await place.drop();
    },
  };
}

export function sqliteFile(place: EmptyStore): string {
  return join(place.folder, 'peye.db');
}

/** A website with one test key, and the payments that this key could make. */
export interface Seed {
  readonly websiteId: string;
  readonly apiKeyId: string;
  payment(changes?: Partial<Payment>): Payment;
}

/** Ids of 16 digits, because tests themselves choose ids of 15 digits. */
let nextId = 1_000_000_000_000_000;

/** Writes a website and a key, of test mode unless given. Every id is new, so that tests can share a store. */
export async function seed(
  db: Database,
  { website, mode = 'test' }: { website?: Partial<Website>; mode?: Mode } = {},
): Promise<Seed> {
  const suffix = randomBytes(8).toString('hex');
  const [websiteId, apiKeyId] = [`web_${suffix}`, `key_${suffix}`];
  await db.transaction(async (tx) => {
    await insertWebsite(tx, {
      id: websiteId,
      name: 'Shop',
      callbackUrl: null,
      testCallbackUrl: null,
      refundCallbackUrl: null,
      testRefundCallbackUrl: null,
      returnUrl: null,
      methods: ['moncash'],
      cardLiveApproved: false,
      brand: NO_BRAND,
      sendsReceipts: false,
      rateLimitPerMinute: null,
      signers: { live: { sealed: 'sealed', nextSealed: null, nextFromUs: null }, test: null },
      createdAtUs: 1,
      deactivatedAtUs: null,
      ...website,
    });
    await insertApiKey(tx, {
      id: apiKeyId,
      websiteId,
      mode,
      name: null,
      createdAtUs: 1,
      deactivatedAtUs: null,
      expiresAtUs: null,
      addresses: null,
      scopes: null,
    });
  });
  return { websiteId, apiKeyId, payment: (changes = {}) => testPayment({ websiteId, apiKeyId }, changes) };
}

/** A payment of a website and its key, with a new id. */
export function testPayment(
  { websiteId, apiKeyId }: { websiteId: string; apiKeyId: string },
  changes: Partial<Payment> = {},
): Payment {
  return {
    id: nextId++,
    websiteId,
    apiKeyId,
    mode: 'test',
    method: 'moncash',
    status: 'processing',
    amountMinor: 50_000,
    currency: 'HTG',
    originalAmountMinor: null,
    rateE4: null,
    reference: null,
    description: null,
    customerName: 'Marie Joseph',
    customerEmail: null,
    customerPhone: null,
    metadata: null,
    recurringInterval: null,
    recurringIntervalCount: null,
    subscriptionId: null,
    subscriptionPeriod: null,
    subscriptionTry: null,
    chargeAskedAtUs: null,
    providerData: null,
    providerRef: null,
    failureReason: null,
    createdAtUs: 1_700_000_000_000_000,
    finishedAtUs: null,
    expiresAtUs: 1_700_003_600_000_000,
    nextCheckAtUs: 1_700_003_600_000_000,
    ...changes,
  };
}

/** The fields that the schema requires of a payment in each status, besides the status itself. */
export function inStatus(status: Payment['status']): Partial<Payment> {
  if (status === 'pending' || status === 'processing') return { status };
  const failureReason = status === 'failed' ? 'declined' : null;
  return { status, failureReason, finishedAtUs: 1_700_000_001_000_000, nextCheckAtUs: null };
}
