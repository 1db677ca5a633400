import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Actor } from '../../../core/actor.ts';
import { formatTimestamp } from '../../../core/timestamps.ts';
import type { Database, Row, Snapshot } from '../../../database/database.ts';
import { storeTables } from '../../../database/schema/empty-schema.ts';
import { readSchemaState } from '../../../database/schema/schema-state.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { syncToDisk } from '../../../platform/files/durable-files.ts';
import { refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { SecretBox } from '../../../platform/secrets/secrets.ts';
import { recordChange } from '../../audit/store/record-change.ts';
import { inspectSecrets, unopenedCount } from '../../secrets/reseal-secrets.ts';
import {
  type BackupEnd,
  type BackupHeader,
  END_OF_ROWS,
  FORMAT,
  KEY_TAG,
  measured,
  paymentCount,
  readPaymentSums,
  tableColumns,
} from './backup-format.ts';
import { type Encryption, fileBytes, isEncrypting, packed, unpacked } from './protect-backup.ts';
import { countLines, newlines, openBackup } from './read-backup.ts';

/** The operating system's codes for a full disk or quota. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** The operating system's codes for a file system without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];
const FILE_MODE = 0o600;

interface BackupDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly actor: Actor;
}

/** The backup to create. */
export interface BackupOrder {
  /** A path that does not exist yet. */
  readonly file: string;
  readonly encryption: Encryption;
  /** The version of Peye. */
  readonly version: string;
  /** Receives progress messages. */
  readonly say?: (howFar: string) => void;
}

/** A finished backup. */
export interface MadeBackup {
  readonly header: BackupHeader;
  readonly end: BackupEnd;
  readonly bytes: number;
  /** The SHA-256 of the file, in hex. */
  readonly sha256: string;
  /**
   * The comparison after writing. `content`: the whole file was decrypted and unpacked again. `bytes`: the file was
   * only compared with the written bytes, because a file encrypted for someone else's key cannot be decrypted here.
   */
  readonly verified: 'content' | 'bytes';
}

/**
 * Writes one state of the whole store into a file, while other processes use the store: it contains everything that was
 * committed before the backup started. The file is read again and compared with the written bytes before it gets its
 * name, and is durable when this returns. The audit log records it.
 *
 * Throws OperatorError when the file exists, or cannot be written; then no file is left.
 */
export async function makeBackup(deps: BackupDeps, order: BackupOrder): Promise<MadeBackup> {
  const { file } = order;
  requireFree(file);
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    const made = await write(deps, order, unfinished);
    order.say?.('verifying the file');
    await verify(unfinished, made, order);
    // The audit log records the backup before the file has its name. So it is on record that data left the store, even
    // if this process dies.
    await deps.db.transaction((tx) =>
      recordChange(tx, deps, {
        action: 'store.backup',
        subject: { kind: 'store', id: null },
        after: {
          file,
          file_sha256: made.sha256,
          payments: paymentCount(made.end.payments),
          encrypted: isEncrypting(order.encryption),
        },
      }),
    );
    await giveName(unfinished, file);
    return made;
  } catch (error) {
    throw writeFault(error, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function requireFree(file: string): void {
  if (existsSync(file)) {
    throw new OperatorError('conflict', 'target', refusal('fileExists', { file }));
  }
  if (!existsSync(dirname(file))) {
    throw new OperatorError('invalid', 'target', refusal('folderMissing', { folder: dirname(file) }));
  }
}

async function write(deps: BackupDeps, order: BackupOrder, unfinished: string): Promise<MadeBackup> {
  const { version, encryption, say = () => {} } = order;
  const known = await readSchemaState(deps.db);
  if (known.newerBy !== undefined) {
    throw new OperatorError('conflict', 'store', refusal('databaseNewer'));
  }
  const handle = await open(unfinished, 'wx', FILE_MODE);
  try {
    await handle.chmod(FILE_MODE);
    return await deps.db.snapshot(async (snapshot) => {
      const header = await headerOf(deps, snapshot, version);
      const contents = text(snapshot, header, say);
      const { bytes, sha256 } = await writeAll(handle, await packed(contents.pieces(), encryption));
      await handle.sync();
      const isOpen = encryption.recipients.length === 0;
      return { header, end: contents.end(), bytes, sha256, verified: isOpen ? 'content' : 'bytes' };
    });
  } finally {
    await handle.close();
  }
}

async function headerOf({ db, box, clock }: BackupDeps, snapshot: Snapshot, version: string): Promise<BackupHeader> {
  const ran = await snapshot.query<Row & { id: number }>('SELECT id FROM peye_migrations ORDER BY id');
  return {
    format: FORMAT,
    peye: version,
    engine: db.engine,
    made_at: formatTimestamp(clock()),
    migrations: ran.map(({ id }) => id),
    secret_key: box.tag(KEY_TAG, ''),
    unopened_secrets: unopenedCount(await inspectSecrets({ db: snapshot, box })),
  };
}

/** The text of a backup, and its last line once it is written. */
function text(snapshot: Snapshot, header: BackupHeader, say: (howFar: string) => void) {
  const hash = createHash('sha256');
  let end: BackupEnd | undefined;
  const hashed = (piece: Buffer): Buffer => {
    hash.update(piece);
    return piece;
  };
  const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
  return {
    end: () => end as BackupEnd,
    async *pieces(): AsyncGenerator<Buffer> {
      yield hashed(line(header));
      const rows: Record<string, number> = {};
      for (const table of storeTables(header.migrations)) {
        const columns = await tableColumns(snapshot, header.engine, table);
        yield hashed(line({ table, columns }));
        let count = 0;
        for await (const piece of snapshot.copyOut(table, columns)) {
          count += newlines(piece);
          say(`${count} rows of ${table}`);
          yield hashed(piece);
        }
        yield hashed(Buffer.from(END_OF_ROWS));
        rows[table] = count;
      }
      end = { rows, payments: await readPaymentSums(snapshot), sha256: hash.digest('hex') };
      yield line({ end });
    },
  };
}

async function writeAll(
  handle: FileHandle,
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const written = measured(pieces);
  await handle.writeFile(written.pieces());
  return written.result();
}

/** Reads the file completely, and unpacks it where possible. */
async function verify(file: string, made: MadeBackup, { encryption }: BackupOrder): Promise<void> {
  const read = measured(fileBytes(file));
  if (made.verified === 'bytes') await countLines(read.pieces());
  else {
    const decryption = { identities: [], passphrase: encryption.passphrase };
    const backup = await openBackup(unpacked(read.pieces(), decryption, file), file);
    await backup.readTables((_, rows) => countLines(rows));
  }
  if (read.result().sha256 === made.sha256) return;
  throw new OperatorError('conflict', 'target', refusal('diskFailing', { file }));
}

/** Gives the file its durable name, without replacing an existing file. */
async function giveName(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!NO_LINKS.includes(code)) throw error;
    requireFree(file);
    await rename(unfinished, file);
  }
  await rm(unfinished, { force: true });
  await syncToDisk(dirname(file));
}

function writeFault(error: unknown, file: string): unknown {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST')
    return new OperatorError('conflict', 'target', refusal('fileCreatedConcurrently', { file: basename(file) }));
  if (FULL.includes(code)) {
    return new OperatorError('invalid', 'target', refusal('diskFull', { file, code }));
  }
  if (syscall === undefined) return error;
  return new OperatorError('invalid', 'target', refusal('fileUnwritable', { file, error: message }));
}
