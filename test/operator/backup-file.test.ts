import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { openStore, type Store } from '../../src/app/open-store.ts';
import { restoreStore } from '../../src/app/restore-store.ts';
import { readConfig } from '../../src/config.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import type { Encryption } from '../../src/features/operations/backup/protect-backup.ts';
import { checkBackup } from '../../src/features/operations/backup/restore-backup.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { changedHeader, incompressible, withTable } from '../support/backups.ts';
import '../support/cheap-passphrases.ts';
import { type EmptyStore, emptyStore, newStore } from '../support/engines.ts';
import { byTier } from '../support/tier.ts';

const PLAIN: Encryption = { recipients: [], passphrase: undefined };
const NO_KEY = { identities: [], passphrase: undefined };
const log = createLog('silent');

/** Tests the file alone, which does not depend on the engine. test/cli/backup.test.ts tests both engines. */
describe('a backup file', () => {
  let place: EmptyStore;
  let store: Store;
  let folder: string;
  before(async () => {
    place = await newStore('sqlite');
    store = await openStore(readConfig(place.settings), log, { migrate: true });
    folder = mkdtempSync(join(tmpdir(), 'peye-backup-'));
    for (let made = 0; made < 40; made++) await store.operator.createWebsite({ name: incompressible(200) });
  });
  after(async () => {
    await store.db.close();
    await place.drop();
    rmSync(folder, { recursive: true });
  });

  let files = 0;
  const newFile = () => join(folder, `${++files}.backup`);
  const written = (bytes: Buffer) => {
    const file = newFile();
    writeFileSync(file, bytes);
    return file;
  };
  const made = async (encryption = PLAIN, secretKeyOf = store) => {
    const file = newFile();
    const { verified } = await secretKeyOf.operator.makeBackup({ file, encryption, version: '1.0.0' });
    return { file, verified };
  };
  const check = (file: string, decryption: Parameters<typeof checkBackup>[0]['decryption'] = NO_KEY) =>
    checkBackup({ file, decryption });
  /** Restores the file into a new empty store, which is deleted afterwards. */
  const restore = async (file: string, settings: Record<string, string>) => {
    const empty = await emptyStore('sqlite');
    try {
      const config = readConfig({ ...empty.settings, ...settings });
      return await restoreStore(config, { log, actor: SYSTEM, source: { file, decryption: NO_KEY } });
    } finally {
      await empty.drop();
    }
  };
  const key = () => ({ SECRET_KEY: place.settings.SECRET_KEY as string });

  // Contract: BACKUP-4
  it('opens with the age key or the passphrase that it was encrypted for, and with no other', async () => {
    const [identity, second, wrong] = [await generateIdentity(), await generateIdentity(), await generateIdentity()];
    const recipients = [await identityToRecipient(identity), await identityToRecipient(second)];
    const forKeys = await made({ recipients, passphrase: undefined });
    const byWord = await made({ recipients: [], passphrase: 'correct horse' });
    // With a passphrase, the command can decrypt the new file and check its content.
    assert.deepEqual([forKeys.verified, byWord.verified], ['bytes', 'content']);
    for (const { file } of [forKeys, byWord]) {
      assert.match(readFileSync(file, 'latin1'), /^age-encryption\.org\/v1\n/);
      await assert.rejects(check(file), /is encrypted\. Give --identity-file or --passphrase-file\./);
    }
    for (const each of [identity, second])
      await check(forKeys.file, { identities: [wrong, each], passphrase: undefined });
    await assert.rejects(check(forKeys.file, { identities: [wrong], passphrase: undefined }), /with another key/);
    await assert.rejects(check(byWord.file, { identities: [], passphrase: 'horse' }), /with another passphrase/);
    await assert.rejects(check(forKeys.file, { identities: ['x'], passphrase: undefined }), /Enter an age identity/);
    await assert.rejects(made({ recipients: ['age1no'], passphrase: undefined }), /Enter an age recipient/);
  });

  for (const name of ['compressed', 'encrypted']) {
    // Contract: BACKUP-4
    it(`is refused with any byte changed, and without its end: ${name}`, async () => {
      const identity = await generateIdentity();
      const recipients = name === 'encrypted' ? [await identityToRecipient(identity)] : [];
      const decryption = { identities: [identity], passphrase: undefined };
      const whole = readFileSync((await made({ recipients, passphrase: undefined })).file);
      for (let at = 0; at < whole.length; at += Math.ceil(whole.length / byTier({ day: 12, night: 40 }))) {
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 0x10;
        for (const bad of [bytes, whole.subarray(0, at)]) {
          await assert.rejects(
            check(written(bad), decryption),
            { name: 'OperatorError' },
            `${bad.length} bytes, ${at}`,
          );
        }
      }
      await assert.rejects(check(written(whole.subarray(0, -40)), decryption), { name: 'OperatorError' });
    });
  }

  it('is refused if more bytes follow its end', async () => {
    const whole = readFileSync((await made()).file);
    // Some have more bytes than one read returns: the decompressor then gets extra bytes after the end of its frame, not only with it.
    for (const extra of [Buffer.from('8 bytes.'), Buffer.alloc(60_000), whole, Buffer.alloc(3_000_000)]) {
      const file = written(Buffer.concat([whole, extra]));
      await assert.rejects(check(file), /is damaged.*it continues after its end/, `${extra.length} bytes`);
      await assert.rejects(restore(file, key()), /is damaged.*it continues after its end/, `${extra.length} bytes`);
    }
  });

  it('is distinguished from other files', async () => {
    await assert.rejects(check(written(Buffer.from('once upon a time'))), /is damaged, or is not a backup of Peye/);
    await assert.rejects(check(written(Buffer.alloc(0))), /is truncated|is damaged/);
    await assert.rejects(check(join(folder, 'none')), /cannot be read/);
    await assert.rejects(check(folder), /cannot be read/);
  });

  it('is checked in bounded processor time, however long its lines are', async () => {
    const { file } = await made();
    // Each file has a few kilobytes, and decompresses to lines of about the greatest allowed length.
    const row = Buffer.alloc(60 * 1024 * 1024, 'a');
    const text = zstdDecompressSync(readFileSync(file));
    const header = text.subarray(0, text.indexOf('\n') + 1);
    const table = Buffer.from(`${JSON.stringify({ table: 'websites', columns: ['id'] })}\n`);
    const rows = Array.from({ length: 2 }, () => [row, Buffer.from('\n')]).flat();
    for (const [lines, says] of [
      [[header, table, ...rows], /is truncated/],
      [[header, row], /is truncated/],
      [[header, table, row, row], /a line has no end/],
    ] as const) {
      const bad = written(zstdCompressSync(Buffer.concat(lines)));
      const before = process.cpuUsage();
      await assert.rejects(check(bad), says);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 5_000_000, `${(user + system) / 1e6} s of processor time`);
    }
  });

  it('is refused if it is of a newer version or another branch, or has the columns of another schema', async () => {
    const { file } = await made();
    const { header } = await check(file);
    const changed = (change: Record<string, unknown>) => written(changedHeader(file, change));
    const migrations = [...header.migrations, 9999];
    await assert.rejects(
      restore(changed({ migrations }), key()),
      /created by a newer Peye .*Restore it with that version/,
    );
    await assert.rejects(restore(changed({ migrations: migrations.slice(1, -1) }), key()), /another branch of Peye/);
    await assert.rejects(restore(changed({ format: 'peye-backup-2' }), key()), /is damaged, or is not a backup/);
    // The header lists fewer migrations than the tables need: a restore does not trust that list.
    await assert.rejects(
      restore(changed({ migrations: migrations.slice(0, 20) }), key()),
      /of its schema has other columns|its schema has no table/,
    );
  });

  it('is refused with a table that is not in its schema: the name would become a part of a statement', async () => {
    const { file } = await made();
    for (const [table, columns, says] of [
      ['websites DEFAULT VALUES --', [], /a table has no name/],
      ["websites FROM STDIN; DROP TABLE websites; COPY (SELECT '1') TO STDOUT --", [], /a table has no name/],
      ['websites', ['id", "name'], /a table has no name/],
      ['websites', ['id', 'id'], /it has websites twice/],
      ['sqlite_schema', [], /its schema has no table "sqlite_schema"/],
    ] as const) {
      const bad = written(withTable(file, { table, columns }));
      await assert.rejects(restore(bad, key()), says, table);
      // Only a restore has a schema: a check alone cannot know that this table is not in it.
      if (table !== 'sqlite_schema') await assert.rejects(check(bad), says, table);
    }
  });

  it('is refused with another SECRET_KEY, and restored if its own is given as the previous one', async () => {
    const { file } = await made();
    const other = Buffer.alloc(32, 7).toString('base64');
    await assert.rejects(restore(file, { SECRET_KEY: other }), /created with a SECRET_KEY that differs/);
    await assert.rejects(
      restore(file, { SECRET_KEY: '' }),
      /secret\.key is missing\. A backup does not contain the key/,
    );
    await restore(file, { SECRET_KEY: other, SECRET_KEY_PREVIOUS: key().SECRET_KEY });

    // Created while some secrets were still sealed under the previous key.
    const settings = { ...place.settings, SECRET_KEY: other, SECRET_KEY_PREVIOUS: key().SECRET_KEY };
    const rotating = await openStore(readConfig(settings), log, { migrate: false });
    try {
      const half = await made(PLAIN, rotating);
      await assert.rejects(
        restore(half.file, { SECRET_KEY: other }),
        /secrets in it cannot be decrypted .*SECRET_KEY_PREVIOUS/,
      );
      await restore(half.file, { SECRET_KEY: other, SECRET_KEY_PREVIOUS: key().SECRET_KEY });
    } finally {
      await rotating.db.close();
    }
  });
});
