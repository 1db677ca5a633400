import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { metricsAt } from '../metrics/scrape.ts';
import { incompressible, type RestorePlace, restorePlace, rowsOf } from '../support/backups.ts';
import { PEYE, peye, peyeJson, spawnPeye } from '../support/cli.ts';
import { type Engine, onSqliteByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { readSchema } from '../support/schema-text.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';
import { versionTree } from '../support/version-tree.ts';

/** Characters that separate the rows and columns of a text file, and others that its format escapes. */
const HARD_TEXTS = [
  'a\tb',
  'a\nb',
  'a\rb',
  '\\N',
  '\\.',
  '\\',
  'C:\\new',
  '\u0001\b\f\v\u007f',
  'Kreyòl 🇭🇹',
  "';--",
  ' ',
  '0123',
  '1e5',
  'null',
];

onSqliteByDay('peye backup and peye restore', (engine) => {
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite';
  let gateway: TestGateway;
  let folder: string;
  const places: RestorePlace[] = [];
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
    folder = mkdtempSync(join(tmpdir(), 'peye-backup-'));
    for (const [index, text] of HARD_TEXTS.entries()) {
      const { json } = await gateway.api.post('/payments', paymentRequest({ description: text, metadata: { text } }));
      if (index % 2 === 0) await gateway.api.post(`/test/payments/${json.transaction_id}/complete`);
    }
    await gateway.store.operator.changeWebsite(gateway.website.id, { callbackUrl: 'https://shop.example/hooks' });
    // More than a pipe can hold.
    const request = () => paymentRequest({ description: incompressible(500), metadata: { a: incompressible(3000) } });
    for (let made = 0; made < 400; made += 40) {
      await Promise.all(Array.from({ length: 40 }, () => gateway.api.post('/payments', request())));
    }
  });
  after(async () => {
    for (const place of places) await place.drop();
    await gateway.stop();
    rmSync(folder, { recursive: true });
  });

  let files = 0;
  const newFile = () => join(folder, `${++files}.backup`);
  const place = async (of: Engine = engine): Promise<RestorePlace> => {
    const made = await restorePlace(of, gateway.settings);
    places.push(made);
    return made;
  };
  const run = (args: string[], settings = gateway.settings) => peye(args, { settings });
  const made = async (...options: string[]): Promise<string> => {
    const file = newFile();
    const { code, stderr } = await run(['backup', file, ...options]);
    assert.equal(code, 0, stderr);
    return file;
  };
  const refused = async (args: string[], settings: Record<string, string>, message: RegExp) => {
    const { code, stdout, stderr } = await run(args, settings);
    assert.equal(code, 1, stdout);
    assert.equal(stdout, '');
    assert.match(stderr, /^peye: [^\n]+\n$/);
    assert.match(stderr, message);
  };
  /** Asserts that the database is empty, with no part of a restore: another restore can start. */
  const isEmpty = async ({ store, settings }: RestorePlace): Promise<void> => {
    if (store.engine === 'sqlite')
      assert.deepEqual(
        readdirSync(store.folder).filter((name) => /^peye\.db$|-wal|-shm/.test(name)),
        [],
      );
    const { stderr } = await run(['payments', 'list'], settings);
    assert.match(stderr, /there is no database in|not migrated to this version yet/);
  };

  // Contract: BACKUP-1
  it('writes one consistent state during writes, with all that was acknowledged before, and restores it on either engine', async () => {
    const before = (await gateway.api.get('/payments')).json.pagination.total;
    let isOver = false;
    const acknowledged: string[] = [];
    const writer = async () => {
      while (!isOver) {
        const { status, json } = await gateway.api.post('/payments', paymentRequest());
        assert.equal(status, 201);
        acknowledged.push(json.transaction_id);
        await gateway.api.post(`/test/payments/${json.transaction_id}/fail`);
      }
    };
    const writers = [writer(), writer(), writer(), writer()];
    await until('payments are created', () => acknowledged.length > 20);
    const known = acknowledged.slice();
    const file = newFile();
    const { payments, verified } = await peyeJson(['backup', file], { settings: gateway.settings });
    isOver = true;
    await Promise.all(writers);
    assert.equal(verified, 'content');
    assert.ok(payments >= before + known.length && payments <= before + acknowledged.length, `${payments}`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('unfinished')),
      [],
    );

    for (const target of [engine, other]) {
      const { settings } = await place(target);
      const restored = await peyeJson(['restore', file], { settings });
      assert.equal(restored.payments, payments);
      await assertSoundStore(settings);
      const rows = await withDatabase(settings, (db) => db.query<{ id: number }>('SELECT id FROM payments'));
      const ids = new Set(rows.map(({ id }) => String(id)));
      assert.deepEqual(
        known.filter((id) => !ids.has(id)),
        [],
      );
    }
  });

  // Contract: BACKUP-2
  it('keeps every value and the whole schema, to the other engine and back', async () => {
    // Once a minute the gateway writes when keys were last used. If this happens during the backup, the backup is repeated.
    let file: string;
    let rows: Awaited<ReturnType<typeof rowsOf>>;
    do {
      rows = await rowsOf(gateway.settings);
      file = await made();
    } while (!isDeepStrictEqual(await rowsOf(gateway.settings), rows));
    const [there, back] = [await place(other), await place()];
    await peyeJson(['restore', file], { settings: there.settings });
    assert.deepEqual(await rowsOf(there.settings), rows);
    const second = newFile();
    await peyeJson(['backup', second], { settings: there.settings });
    await peyeJson(['restore', second], { settings: back.settings });
    assert.deepEqual(await rowsOf(back.settings), rows);
    for (const { settings } of [there, back]) {
      const schema = await withDatabase(settings, readSchema);
      const name = settings.DATABASE_URL ? 'postgres' : 'sqlite';
      assert.equal(schema, readFileSync(new URL(`../snapshots/schema.${name}.txt`, import.meta.url), 'utf8'));
    }
    // Without Peye, decompressing the file is enough to read it.
    const [header] = zstdDecompressSync(readFileSync(file)).toString().split('\n');
    assert.equal(JSON.parse(header ?? '').format, 'peye-backup-1');
  });

  // Contract: BACKUP-3
  it('a restored database starts with charging paused and all users signed out, has this in its audit log, and serves', async () => {
    const { settings } = await place();
    const file = await made();
    const { code, stdout, stderr } = await run(['restore', file], settings);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /The database is restored\. Charging of live cards is paused until/);
    const doctor = await run(['doctor'], settings);
    assert.match(doctor.stdout, /charging of live cards has been paused[^\n]*peye restore/);
    const log = await peyeJson(['audit', 'list'], { settings });
    assert.deepEqual(
      log.slice(0, 2).map(({ action }: { action: string }) => action),
      ['charging.pause', 'store.restore'],
    );
    assert.equal((await run(['audit', 'verify'], settings)).code, 0);
    const own = await peyeJson(['audit', 'list', '--action', 'store.backup'], { settings: gateway.settings });
    // Both audit logs name the file by its SHA-256, which anyone can compute.
    const fileSha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    assert.deepEqual([own[0].after.file_sha256, log[1].after.file_sha256], [fileSha256, fileSha256]);
    assert.deepEqual([own[0].after.sha256, log[1].after.sha256], [undefined, undefined]);
    assert.match(await (await metricsAt(gateway.url)).text(), /^peye_backup_age_seconds \d/m);
    const sessions = await withDatabase(settings, (db) =>
      db.query('SELECT hash FROM sessions UNION ALL SELECT hash FROM one_time_links'),
    );
    assert.deepEqual(sessions, []);
  });

  it('a backup is encrypted on request, and restore refuses it without its secret or without its second half', async () => {
    const secret = join(folder, 'secret');
    const identity = await generateIdentity();
    const forKey = ['--encrypt-to', await identityToRecipient(identity)];
    // Each engine tests one of the two ways to encrypt, because deriving a key from a passphrase takes a second.
    const [sealing, opening] =
      engine === 'sqlite' ? [['--passphrase-file', secret], '--passphrase-file'] : [forKey, '--identity-file'];
    writeFileSync(secret, engine === 'sqlite' ? 'correct horse\n' : `# of the backups\n${identity}\n`);
    const file = await made(...sealing);
    const empty = await place();
    await refused(['restore', file], empty.settings, /is encrypted\. Give --identity-file or --passphrase-file\./);
    await refused(['restore', file, opening, join(folder, 'none')], empty.settings, /cannot be read/);
    const half = newFile();
    writeFileSync(half, readFileSync(file).subarray(0, statSync(file).size / 2));
    await refused(['restore', half, opening, secret], empty.settings, /is damaged|is truncated/);
    await isEmpty(empty);
    await peyeJson(['restore', file, opening, secret], { settings: empty.settings });
    assert.equal((await run(['backup', newFile(), ...forKey, '--passphrase-file', secret])).code, 2);
  });

  // Contract: BACKUP-8
  it('a newer version restores and migrates a backup of this version, which refuses backups of the newer version', async () => {
    const newer = versionTree({
      add: { '999998_later.sql': '-- compatible with: 000010\nCREATE TABLE later (id BIGINT PRIMARY KEY);\n' },
    });
    try {
      const [empty, file, later] = [await place(), await made(), newFile()];
      const restoring = newer.spawn(['restore', file, '--json'], empty.settings);
      assert.equal(await restoring.ended, 0, restoring.output());
      assert.deepEqual(JSON.parse(restoring.output()).applied, ['999998_later']);
      await refused(
        ['backup', later],
        { ...empty.settings, LOG_LEVEL: 'error' },
        /a newer Peye wrote this database[^\n]*Create the backup with that version/,
      );
      const backing = newer.spawn(['backup', later], empty.settings);
      assert.equal(await backing.ended, 0, backing.output());
      await refused(
        ['restore', later],
        (await place()).settings,
        /created by a newer Peye .*Restore it with that version/,
      );
    } finally {
      newer.remove();
    }
  });

  // Contract: BACKUP-5
  it('overwrites neither a backup nor a store', async () => {
    const file = await made();
    await refused(['backup', file], gateway.settings, /already exists, and backups are never overwritten/);
    await refused(['backup', join(folder, 'none', 'x')], gateway.settings, /There is no folder|there is no folder/);
    const total = (await gateway.api.get('/payments')).json.pagination.total;
    await refused(['restore', file], gateway.settings, /and no store is overwritten/);
    assert.equal((await gateway.api.get('/payments')).json.pagination.total, total);
    assert.equal((await gateway.api.post('/payments', paymentRequest())).status, 201);
  });

  // Contract: BACKUP-6
  it('leaves no file when the target has no space left, and payments continue', async () => {
    const file = newFile();
    // The limit counts blocks of 512 bytes. It is less than the backup, and more than the store's own small files.
    const command = `ulimit -f 800; exec "${PEYE}" "$@"`;
    const full = spawnPeye(['-c', command, 'peye', 'backup', file], { settings: gateway.settings, program: '/bin/sh' });
    assert.equal(await full.ended, 1, full.stderr());
    assert.match(full.stderr(), /^peye: there is no space left for [^\n]+ Make room[^\n]+\n$/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith(`${files}.`)),
      [],
    );
    assert.equal((await gateway.api.post('/payments', paymentRequest())).status, 201);
    if (engine === 'postgres') return;
    const empty = await place();
    const restoring = spawnPeye(['-c', command, 'peye', 'restore', await made()], {
      settings: empty.settings,
      program: '/bin/sh',
    });
    assert.equal(await restoring.ended, 1);
    assert.match(restoring.stderr(), /full[^\n]*Free disk space for DATA_DIR|is unavailable/);
    assert.deepEqual(
      readdirSync(empty.store.folder).filter((name) => name.startsWith('peye.db')),
      [],
    );
  });

  // Contract: BACKUP-6
  it('a backup that is killed while it writes leaves either no file of that name or a complete one', async () => {
    for (const bytes of [1, 500_000]) {
      const file = newFile();
      const running = spawnPeye(['backup', file], { settings: gateway.settings });
      const unfinished = () => readdirSync(folder).find((name) => name.startsWith(`${files}.backup.`));
      let hasEnded = false;
      void running.ended.then(() => (hasEnded = true));
      await until('the backup writes its file', () => {
        const name = unfinished();
        const size = name && statSync(join(folder, name), { throwIfNoEntry: false })?.size;
        return hasEnded || (size !== undefined && size !== '' && size >= bytes);
      });
      running.child.kill('SIGKILL');
      await running.ended;
      if (existsSync(file)) await peyeJson(['restore', file, '--check']);
    }
    assert.equal((await gateway.api.post('/payments', paymentRequest())).status, 201);
  });

  // Contract: BACKUP-7
  it('a restore locks out other commands while it runs, and leaves nothing when it is killed', async () => {
    const file = await made();
    const bytes = readFileSync(file);
    const empty = await place();
    for (const share of [0.5, 0.95]) {
      const pipe = newFile();
      execFileSync('mkfifo', [pipe]);
      const running = spawnPeye(['restore', pipe], { settings: empty.settings });
      const writer = createWriteStream(pipe);
      writer.on('error', () => {});
      try {
        // The restore is in the middle of its work, and waits for the rest of the file.
        await new Promise((done) => writer.write(bytes.subarray(0, Math.floor(bytes.length * share)), done));
        if (share === 0.5) {
          if (engine === 'sqlite')
            await until('the restore has started', () => existsSync(join(empty.store.folder, 'peye.db.restoring')));
          await refused(
            ['restore', file],
            empty.settings,
            /another `[^`]*peye restore` is filling|another process is creating a store/,
          );
        }
      } finally {
        running.child.kill('SIGKILL');
        await running.ended;
        writer.destroy();
      }
      await isEmpty(empty);
    }
    const { payments } = await peyeJson(['restore', file], { settings: empty.settings });
    assert.ok(payments > 400);
    await assertSoundStore(empty.settings);
    assert.deepEqual(
      readdirSync(empty.store.folder).filter((name) => name.includes('restoring')),
      [],
    );
  });
});
