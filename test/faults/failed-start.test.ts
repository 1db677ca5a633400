import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '../../src/app/open-store.ts';
import { startGateway } from '../../src/app/start-gateway.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { peye } from '../support/cli.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { freePort } from '../support/gateway.ts';
import { startRedis } from '../support/redis-server.ts';
import { withDatabase } from '../support/store-access.ts';

/** Every stage of a start opens more than the previous one. After a failure, nothing that is open may keep the process alive. */
onOneEngineByDay('a start that fails', (engine) => {
  let place: EmptyStore;
  let settings: Record<string, string>;
  before(async () => {
    place = await newStore(engine);
    settings = { ...place.settings, PORT: String(await freePort()) };
  });
  after(() => place.drop());

  /** The start ends by itself, with one line, and closes the store: the last process that closes it merges the write-ahead log. */
  const fails = async (more: Record<string, string>, line: RegExp) => {
    const { code, stderr } = await peye(['start'], { settings: { ...settings, ...more } });
    assert.equal(code, 1);
    assert.match(stderr, /^peye: [^\n]+\n$/);
    assert.match(stderr, line);
    if (engine === 'sqlite') assert.ok(!existsSync(join(place.folder, 'peye.db-wal')), 'the store was closed');
  };
  const whilePortIsTaken = async (run: (port: string) => Promise<void>) => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      await run(String((server.address() as { port: number }).port));
    } finally {
      server.close();
    }
  };

  test('with the store open: certificates that cannot be read', { timeout: 120_000 }, async () => {
    const file = join(place.folder, 'ca.pem');
    writeFileSync(file, 'no certificate');
    await fails({ WEBHOOK_CA_FILE: file }, /WEBHOOK_CA_FILE/);
  });

  test('with Redis, providers and the source of the rate connected: a port in use', { timeout: 120_000 }, async () => {
    const redis = await startRedis();
    const live = { MONCASH_CLIENT_ID: 'client', MONCASH_CLIENT_SECRET: 'secret', EXCHANGE_RATE_SOURCE: 'brh' };
    try {
      await whilePortIsTaken((PORT) => fails({ ...live, REDIS_URL: redis.url, PORT }, /is in use/));
    } finally {
      await redis.drop();
    }
  });

  if (engine === 'sqlite') {
    test('while the gateway serves already: the website "Demo" cannot be created', { timeout: 120_000 }, async () => {
      const refuse = "CREATE TRIGGER refuse BEFORE INSERT ON websites BEGIN SELECT RAISE(ABORT, 'refused'); END";
      await withDatabase(settings, (db) => db.transaction((tx) => tx.query(refuse)));
      await fails({}, /refused/);
      await withDatabase(settings, (db) => db.transaction((tx) => tx.query('DROP TRIGGER refuse')));
    });
  }

  test('closes the store that it was given', async () => {
    const config = readConfig(settings);
    await whilePortIsTaken(async (PORT) => {
      const store = await openStore(config, createLog('silent'), { migrate: false });
      await assert.rejects(startGateway(readConfig({ ...settings, PORT }), store, createLog('silent')), {
        code: 'EADDRINUSE',
      });
      await assert.rejects(store.db.query('SELECT 1'));
    });
  });
});
