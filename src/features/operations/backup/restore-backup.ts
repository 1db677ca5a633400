import type { Actor } from '../../../core/actor.ts';
import type { Database, Row } from '../../../database/database.ts';
import type { Loading, StoreLoad } from '../../../database/load-store.ts';
import { storeTables } from '../../../database/schema/empty-schema.ts';
import { knownMigrations } from '../../../database/schema/migration-files.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { newId, type SecretBox } from '../../../platform/secrets/secrets.ts';
import { recordChange } from '../../audit/store/record-change.ts';
import { inspectSecrets, unopenedCount } from '../../secrets/reseal-secrets.ts';
import { type ChargeMark, raiseChargeMark, readChargeMark } from '../../subscriptions/store/charge-mark-file.ts';
import { readCharging, recordPause } from '../../subscriptions/store/charging.ts';
import { endAllSessions } from '../../users/store/sessions.ts';
import {
  type BackupEnd,
  type BackupHeader,
  KEY_TAG,
  measured,
  paymentCount,
  readPaymentSums,
  tableColumns,
} from './backup-format.ts';
import { type Decryption, damaged, fileBytes, unpacked } from './protect-backup.ts';
import { countLines, openBackup } from './read-backup.ts';

/**
 * Where to create the store: the file of an embedded store and the file of its charge mark, or the address of a
 * database.
 */
export type RestoreTarget =
  | { readonly engine: 'sqlite'; readonly file: string; readonly markFile: string }
  | { readonly engine: 'postgres'; readonly url: string; readonly isPooled: boolean };

interface RestoreDeps {
  readonly target: RestoreTarget;
  /** Made from the SECRET_KEY with which the restored store will be opened, and from the previous SECRET_KEY. */
  readonly box: SecretBox;
  /** The machine's clock. */
  readonly wall: Clock;
  readonly log: Log;
  readonly actor: Actor;
}

/** The backup to read. */
export interface BackupSource {
  readonly file: string;
  readonly decryption: Decryption;
  /** Receives progress messages. */
  readonly say?: (howFar: string) => void;
}

/** The backup that was read. */
export interface ReadBackup {
  readonly header: BackupHeader;
  readonly end: BackupEnd;
}

/** Reads a backup completely and changes nothing. Throws OperatorError for a faulty backup. */
export async function checkBackup({ file, decryption, say = () => {} }: BackupSource): Promise<ReadBackup> {
  const { header, readTables } = await openBackup(unpacked(fileBytes(file), decryption, file), file);
  const end = await readTables((table, rows) => {
    say(table.table);
    return countLines(rows);
  });
  return { header, end };
}

/**
 * Creates a store from a backup, on either engine, where none exists. The store appears only once everything has been
 * read, compared and flushed to the disk. It starts with charging paused, as after `peye restore --mark`, and without
 * sessions; the audit log records it.
 *
 * Throws OperatorError or DatabaseRefused, with nothing created, when a store already exists, or when the backup is
 * damaged, was created by a newer version, or needs another SECRET_KEY.
 */
export async function restoreBackup(deps: RestoreDeps, source: BackupSource): Promise<ReadBackup> {
  const { target, log } = deps;
  const { file, decryption, say = () => {} } = source;
  const read = measured(fileBytes(file));
  const { header, readTables } = await openBackup(unpacked(read.pieces(), decryption, file), file);
  requireKnown(header, file);
  requireKey(header, deps.box, file);
  let end: BackupEnd | undefined;
  let mark: ChargeMark | undefined;
  const load: StoreLoad = {
    applied: header.migrations,
    async fill(on, copyIn) {
      const expected = new Set(storeTables(header.migrations));
      end = await readTables(async ({ table, columns }, rows) => {
        if (!expected.delete(table))
          throw damaged(file, refusal('backupTableUnknown', { table: JSON.stringify(table) }));
        const known = await tableColumns(on, target.engine, table);
        // The names are written into statements, so only the schema's own are accepted.
        if (known.length !== columns.length || !columns.every((column) => known.includes(column))) {
          throw damaged(file, refusal('backupColumns', { table: JSON.stringify(table) }));
        }
        say(table);
        return copyIn(table, columns, rows);
      });
      if (expected.size > 0) throw damaged(file, refusal('backupTablesMissing', { tables: [...expected] }));
      say('building the indexes');
    },
    async complete(on) {
      const found = end as BackupEnd;
      await requireSame(on, found, file);
      await requireOpen(on, header, deps.box);
      // The whole file has been read by now.
      mark = await writeInitialState(on, deps, { header, end: found, fileSha256: read.result().sha256 });
    },
  };
  if (target.engine === 'sqlite') {
    await (await import('../../../database/sqlite/load-sqlite.ts')).loadSqlite(target.file, load);
    // The mark is set after the store exists. If the process dies in between, the next start detects that the mark was
    // not set, and pauses charging as well.
    if (mark) raiseChargeMark(target.markFile, mark);
  } else {
    await (await import('../../../database/postgres/load-postgres.ts')).loadPostgres(target, log, load);
  }
  return { header, end: end as unknown as BackupEnd };
}

function requireKnown({ migrations, peye }: BackupHeader, file: string): void {
  const known = knownMigrations().map(({ id }) => id);
  const [newest, last] = [Math.max(...migrations), known.at(-1) ?? 0];
  if (newest > last) {
    throw new OperatorError('conflict', 'source', refusal('backupNewer', { file, peye, newest, last }));
  }
  if (JSON.stringify(known.slice(0, migrations.length)) !== JSON.stringify(migrations)) {
    throw new OperatorError('conflict', 'source', refusal('backupOtherSchema', { file }));
  }
}

/** Called before anything is written. Throws OperatorError when the backup needs another SECRET_KEY. */
function requireKey({ secret_key: tag }: BackupHeader, box: SecretBox, file: string): void {
  if (typeof tag === 'string' && box.isTag(KEY_TAG, '', tag)) return;
  throw new OperatorError('conflict', 'source', refusal('backupOtherSecretKey', { file }));
}

/** Throws OperatorError unless the payments in the new store add up to the sums in the backup. */
async function requireSame(on: Loading, { payments }: BackupEnd, file: string): Promise<void> {
  const found = await readPaymentSums(on);
  if (JSON.stringify(found.map(sumText)) !== JSON.stringify(payments.map(sumText))) {
    throw damaged(file, refusal('backupSums'));
  }
}

function sumText({ mode, status, currency, payments, amount_minor }: BackupEnd['payments'][number]): string {
  return [mode, status, currency, payments, amount_minor].join(' ');
}

/** Throws OperatorError when more secrets cannot be opened than when the backup was created. */
async function requireOpen(on: Loading, header: BackupHeader, box: SecretBox): Promise<void> {
  const report = await inspectSecrets({ db: on, box });
  if (unopenedCount(report) <= header.unopened_secrets) return;
  throw new OperatorError(
    'conflict',
    'source',
    refusal('backupSecrets', { count: unopenedCount(report), ids: report.unopenedIds }),
  );
}

/** Writes the initial state of a restored store. Returns the mark for the file next to an embedded store. */
async function writeInitialState(
  on: Loading,
  deps: RestoreDeps,
  { header, end, fileSha256 }: ReadBackup & { readonly fileSha256: string },
): Promise<ChargeMark | undefined> {
  const { target, actor } = deps;
  const nowUs = target.engine === 'sqlite' ? deps.wall() : await timeOf(on);
  const maker = { actor, clock: () => nowUs };
  const charging = await readCharging(on);
  const markFile = target.engine === 'sqlite' ? target.markFile : null;
  const former = markFile === null ? undefined : readChargeMark(markFile);
  const storeId = charging.storeId ?? (markFile === null ? null : newId('store'));
  const mark = Math.max(charging.mark, former?.mark ?? 0);
  await endAllSessions(on);
  await recordChange(on, maker, {
    action: 'store.restore',
    subject: { kind: 'store', id: null },
    after: {
      made_at: header.made_at,
      version: header.peye,
      payments: paymentCount(end.payments),
      file_sha256: fileSha256,
    },
  });
  // `place` is null until the first process that serves the store records it.
  await recordPause(on, maker, { reason: 'peye restore', storeId, mark, place: null });
  return storeId === null ? undefined : { storeId, mark };
}

async function timeOf(on: Pick<Database, 'query'>): Promise<number> {
  const [row] = await on.query<Row & { us: number }>(
    'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS us',
  );
  return row?.us ?? 0;
}
