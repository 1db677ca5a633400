import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { faultOfType } from '../../src/database/sqlite/file-system.ts';
import { peye, spawnPeye } from '../support/cli.ts';
import { emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts';

const skip = postgresPrograms() ? false : 'PostgreSQL is not installed here';

interface Finding {
  check: string;
  status: string;
  message: string;
  fix?: string;
}

async function doctor(settings: Record<string, string>): Promise<{ code: number | null; checks: Finding[] }> {
  const all = { PORT: String(await freePort()), ...settings };
  const { code, stdout, stderr } = await peye(['doctor', '--json'], { settings: all });
  assert.match(stdout, /^[^\n]+\n$/, stderr);
  return { code, checks: JSON.parse(stdout).checks };
}

describe('postgres: peye doctor checks the settings for durability', { skip, timeout: 300_000 }, () => {
  let server: PostgresServer;
  let settings: Record<string, string>;
  let admin: pg.Client;
  before(async () => {
    server = await startPostgres();
    settings = { DATABASE_URL: server.url, SECRET_KEY: randomBytes(32).toString('base64') };
    assert.equal((await peye(['websites', 'create', '--name', 'Shop'], { settings })).code, 0);
    admin = new pg.Client({ connectionString: server.url });
    admin.on('error', () => {});
    await admin.connect();
  });
  after(async () => {
    await admin?.end();
    await server?.drop();
  });

  const set = async (name: string, value: string | null) => {
    await admin.query(value === null ? `ALTER SYSTEM RESET ${name}` : `ALTER SYSTEM SET ${name} = '${value}'`);
    await admin.query('SELECT pg_reload_conf()');
    const read = async () => (await admin.query(`SHOW ${name}`)).rows[0][name];
    if (value !== null) await until(`${name} is ${value}`, async () => (await read()) === value);
    else await until(`${name} is as before`, async () => (await read()) === DEFAULTS[name]);
  };
  const durability = async (more: Record<string, string> = {}): Promise<string[]> => {
    const { code, checks } = await doctor({ ...settings, ...more });
    assert.equal(code, checks.some(({ status }) => status === 'problem') ? 1 : 0);
    const found = checks.filter(({ check }) => check === 'durability');
    for (const { status, fix } of found) assert.equal(fix !== undefined, status !== 'ok');
    return found.map(({ status, message }) => `${status}: ${message}`);
  };

  it('finds nothing wrong with a server in its default configuration', async () => {
    assert.match(
      (await durability()).join(),
      /^ok: every commit is flushed to the disk \(wal_level replica, archive_mode off/,
    );
  });

  it('reports settings that make a crash lose payments, and so does the start', async () => {
    await set('fsync', 'off');
    await set('full_page_writes', 'off');
    const [fsync, pages] = await durability();
    assert.match(fsync ?? '', /^problem: fsync is off/);
    assert.match(pages ?? '', /^problem: full_page_writes is off/);
    const running = spawnPeye(['start'], { settings: { ...settings, PORT: String(await freePort()) } });
    try {
      await until('the start logs that fsync is off', () => /"msg":"fsync is off/.test(running.stdout()), 20_000);
    } finally {
      running.child.kill('SIGTERM');
      await running.ended;
    }
    await set('fsync', null);
    await set('full_page_writes', null);
  });

  it('finds settings that are set only for the role or only for the database', async () => {
    await admin.query('ALTER ROLE postgres SET synchronous_commit = off');
    assert.match((await durability()).join(), /^warning: synchronous_commit is off/);
    await admin.query('ALTER ROLE postgres RESET synchronous_commit');
    await admin.query('ALTER DATABASE postgres SET synchronous_commit = local');
    assert.match((await durability()).join(), /^ok: /, 'without a standby, local is enough');
    await admin.query('ALTER DATABASE postgres RESET synchronous_commit');
  });

  it('reports the replicas: asynchronous, synchronous, not visible, and disconnected', async () => {
    const standby = await server.standby();
    try {
      const states = async () => (await admin.query('SELECT sync_state FROM pg_stat_replication')).rows;
      await until('the standby follows', async () => (await states()).length === 1);
      assert.match((await durability()).join(), /^warning: the replicas \(1\) are asynchronous/);

      await admin.query('CREATE ROLE plain LOGIN');
      await admin.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO plain');
      const url = new URL(server.url);
      url.username = 'plain';
      assert.match(
        (await durability({ DATABASE_URL: url.href })).join(),
        /^warning: there are replicas \(1\), but this user may not/,
      );
      await admin.query('GRANT pg_monitor TO plain');
      assert.match(
        (await durability({ DATABASE_URL: url.href })).join(),
        /^warning: the replicas \(1\) are asynchronous/,
      );

      await set('synchronous_standby_names', '*');
      await until('the standby is waited for', async () => (await states())[0]?.sync_state === 'sync');
      assert.match(
        (await durability()).join(),
        /^ok: every commit is flushed to the disk and to a synchronous standby/,
      );
      await set('synchronous_commit', 'local');
      assert.match((await durability()).join(), /^warning: synchronous_commit is local/);
      await set('synchronous_commit', null);
    } finally {
      await standby.drop();
    }
    await until(
      'the standby is disconnected',
      async () => (await admin.query('SELECT 1 FROM pg_stat_replication')).rowCount === 0,
    );
    assert.match((await durability()).join(), /^problem: no standby of synchronous_standby_names/);
    await set('synchronous_standby_names', null);
  });
});

const DEFAULTS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: '',
};

describe('sqlite: peye doctor checks the settings for durability', () => {
  it('finds nothing wrong with a file on a disk', async () => {
    const store = await emptyStore('sqlite');
    try {
      assert.equal((await peye(['websites', 'create', '--name', 'Shop'], { settings: store.settings })).code, 0);
      const { checks } = await doctor(store.settings);
      const found = checks.find(({ check }) => check === 'durability');
      assert.deepEqual(
        [found?.status, found?.message],
        ['ok', 'every commit is flushed to the disk (WAL, synchronous FULL)'],
      );
    } finally {
      await store.drop();
    }
  });

  const isMemory = process.platform === 'linux' && existsSync('/dev/shm') && statfsSync('/dev/shm').type === 0x01021994;
  it('warns of a file in memory', { skip: isMemory ? false : '/dev/shm is not in memory here' }, async () => {
    const folder = mkdtempSync(join('/dev/shm', 'peye-'));
    try {
      const { checks } = await doctor({ DATA_DIR: folder });
      const found = checks.find(({ check, status }) => check === 'data_folder' && status === 'warning');
      assert.match(found?.message ?? '', /is in memory \(tmpfs\)/);
      assert.match(found?.fix ?? '', /DATA_DIR/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('recognizes file systems of other machines, whether the system reports their number as signed or unsigned', () => {
    for (const [type, name] of [
      [0x6969, 'NFS'],
      [0xff534d42, 'CIFS'],
      [0xff534d42 | 0, 'CIFS'],
      [0xfe534d42, 'SMB'],
      [0x01021997, '9p'],
    ] as const) {
      assert.match(faultOfType('/data', type)?.message ?? '', new RegExp(`another machine \\(${name}\\)`));
    }
    for (const disk of [0xef53, 0x58465342, 0x9123683e, 0x794c7630])
      assert.equal(faultOfType('/data', disk), undefined);
  });
});
