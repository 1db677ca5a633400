import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Row } from '../../src/database/database.ts';
import { peye, peyeJson } from '../support/cli.ts';
import { administer } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type BaseBackup, type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts';
import { assertSoundStore } from '../support/store-access.ts';

const skip = postgresPrograms() ? false : 'PostgreSQL is not installed here';
const DOC = readFileSync(new URL('../../docs/backups.md', import.meta.url), 'utf8');

/** Follows docs/backups.md on a server whose archive is in another folder. */
describe('an archive of PostgreSQL’s log', { skip, timeout: 300_000 }, () => {
  let archive: string;
  let server: PostgresServer;
  let gateway: TestGateway;
  let base: BaseBackup;
  let restored: PostgresServer | undefined;
  before(async () => {
    archive = mkdtempSync(join(tmpdir(), 'peye-archive-'));
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', archive]);
    server = await startPostgres();
    const statements = [...DOC.matchAll(/-c "(ALTER SYSTEM SET archive_[^"]+)"/g)].map(([, found = '']) => found);
    assert.equal(statements.length, 3);
    for (const each of statements) await administer(server.url, each.replaceAll('/archive/', `${archive}/`));
    await server.crash();
    await server.start();
    const settings = {
      DATABASE_URL: server.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: archive,
      ROLES: 'api',
    };
    const sharedStore = { engine: 'postgres', folder: archive, settings, drop: async () => {} } as const;
    gateway = await startTestGateway('postgres', { sharedStore });
  });
  after(async () => {
    await gateway?.stop();
    base?.drop();
    await Promise.all([server?.drop(), restored?.drop()]);
    rmSync(archive, { recursive: true, force: true });
  });

  it('restores any moment after a base backup, with charging paused', async () => {
    const pay = async (): Promise<string> =>
      (await gateway.api.post('/payments', paymentRequest())).json.transaction_id;
    const ask = async (sql: string) => Object.values((await gateway.store.db.query<Row>(sql))[0] ?? {})[0];
    const before = await pay();
    base = await server.baseBackup();
    const between = await pay();
    const moment = await ask('SELECT CAST(clock_timestamp() AS TEXT) AS moment');
    const late = await pay();
    const file = await ask('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    await until(
      'the log is archived',
      async () =>
        String(await ask("SELECT COALESCE(last_archived_wal, '') AS file FROM pg_stat_archiver")) >= String(file),
    );
    await server.crash();

    const [, lines = ''] = /<<'CONF'\n([\s\S]*?)CONF\n/.exec(DOC) ?? [];
    const settings = lines
      .replaceAll('/archive/', `${archive}/`)
      .replace(/(recovery_target_time = )'.*'/, (_, name) => `${name}'${moment}'`);
    assert.ok(settings.includes(`'${moment}'`) && settings.includes(archive), settings);
    restored = await base.recover(settings);
    const now = { ...gateway.settings, DATABASE_URL: restored.url };
    await until(
      'the restored server accepts writes',
      async () => (await peye(['restore', '--mark'], { settings: now })).code === 0,
    );
    const payments = await peyeJson(['payments', 'list'], { settings: now });
    const ids = payments.map(({ transaction_id }: { transaction_id: string }) => transaction_id);
    assert.deepEqual(
      [before, between, late].map((id) => ids.includes(id)),
      [true, true, false],
    );
    await assertSoundStore(now);
    const { stdout } = await peye(['doctor'], { settings: now });
    assert.match(stdout, /charging of live cards has been paused/);
  });
});
