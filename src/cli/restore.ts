import { resolve } from 'node:path';
import { Option } from 'commander';
import { restoreStore } from '../app/restore-store.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import type { Database } from '../database/database.ts';
import { paymentCount } from '../features/operations/backup/backup-format.ts';
import { type BackupSource, checkBackup, type ReadBackup } from '../features/operations/backup/restore-backup.ts';
import { readCharging } from '../features/subscriptions/store/charging.ts';
import { countActiveSubscriptions, listSubscriptions } from '../features/subscriptions/store/subscriptions.ts';
import { asCalled } from './as-called.ts';
import { cliActor } from './cli-actor.ts';
import { readSettings } from './environment.ts';
import { secretLine, secretLines } from './local-files.ts';
import { openLog } from './open-log.ts';
import { type Command, details, type JsonOption, printResult, table } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore, withVerbs } from './with-store.ts';

interface RestoreOptions extends JsonOption {
  identityFile?: string;
  passphraseFile?: string;
  check?: true;
  mark?: true;
}

/** `peye restore`: restores a backup into an empty database, or marks a database as restored. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database')
    .argument('[source]', 'backup file written by peye backup')
    .option('--identity-file <file>', 'file with the age identity that decrypts it: AGE-SECRET-KEY-1… on its own line')
    .option('--passphrase-file <file>', 'file with the passphrase that decrypts it, on the first line')
    .option('--check', 'read and verify the whole backup, and change nothing; needs no database and no settings')
    .addOption(
      new Option(
        '--mark',
        'mark the current database as restored, which pauses the charging of live cards; takes no source',
      ).conflicts(['check', 'identityFile', 'passphraseFile']),
    )
    .json(
      'print one JSON document: {made_at, payments, rows, applied, active, subscriptions, …}; with --mark: {paused_at, active, subscriptions}',
    )
    .more(`
The target must be empty: an empty DATA_DIR, or an empty database in DATABASE_URL. A backup of either engine can be restored
into either. Peye never overwrites data. SECRET_KEY, or secret.key in DATA_DIR, must be the key used at the time of
the backup. Peye migrates a backup of an earlier version.

The restored database appears only after the whole backup has been read, verified and flushed to disk. If the restore is
interrupted, nothing exists yet: run it again.

After a restore:
  - charging of live cards is paused until the acquirer's records have been
    checked (peye charging resume)
  - console users have to sign in again
  - payments created after the backup are missing. peye reconcile finds the
    paid card payments, but no wallet payments, because MonCash and NatCash
    offer no list

If you restored in any other way, run peye restore --mark before you start the gateway: a restored database lacks the charges
made after the backup, and would make them again. Peye detects most restores by itself, but not a restored copy of a whole
DATA_DIR, nor a PostgreSQL server that does not report its timeline. After peye restore, --mark is not needed. Running --mark
again does no harm. It also lists the active subscriptions: cancel again those that were cancelled after the backup
(peye subscriptions cancel).

More: docs/backups.md

Examples:
  peye restore /backup/peye-2026-11-22.backup --check
  DATA_DIR=/var/lib/peye-new peye restore /backup/peye-2026-11-22.backup
  peye restore /backup/peye.backup --identity-file /media/key/age.txt
  peye restore --mark`)
    .action((source: string | undefined, { mark, ...options }: RestoreOptions, command: Command) => {
      if (mark) {
        if (source !== undefined) command.error('--mark takes no source: it marks the current database');
        return markRestored(options);
      }
      if (source === undefined) return command.error("missing required argument 'source'");
      return restore(resolve(source), options);
    });
}

async function restore(
  file: string,
  { identityFile, passphraseFile, check, ...options }: Omit<RestoreOptions, 'mark'>,
): Promise<void> {
  const decryption = {
    identities: identityFile === undefined ? [] : secretLines(identityFile),
    passphrase: passphraseFile === undefined ? undefined : secretLine(passphraseFile),
  };
  if (check) {
    const read = await withProgress('reading the backup', (say) => checkBackup({ file, decryption, say }));
    return printResult(
      options,
      readJson(read),
      () => `${described(read)}\n\nThe backup is complete. Nothing was changed.`,
    );
  }
  const read = await withProgress('restoring the database', (say) => make({ file, decryption, say }));
  await withProgress('opening the database', () =>
    withStore(
      async ({ db, migrated }) => {
        const found = await activeSubscriptions(db);
        const applied = [...migrated];
        printResult(options, { ...readJson(read), applied, ...found }, () =>
          asCalled(`${described(read)}\n\nThe database is restored. ${pausedText(found)}\n\n${LOST_PAYMENTS}`),
        );
      },
      { migrate: true },
    ),
  );
}

async function make(source: BackupSource): Promise<ReadBackup> {
  const config = readSettings();
  const log = await openLog(config, 'stderr');
  try {
    return await restoreStore(config, { log, actor: cliActor(), source });
  } finally {
    log.flush();
  }
}

function readJson({ header, end }: ReadBackup) {
  return {
    made_at: header.made_at,
    version: header.peye,
    engine: header.engine,
    migrations: header.migrations.length,
    secret_key: header.secret_key,
    payments: paymentCount(end.payments),
    rows: end.rows,
  };
}

function described({ header, end }: ReadBackup): string {
  const rows = Object.values(end.rows).reduce((sum, n) => sum + n, 0);
  return details([
    [
      'Backup',
      `${header.made_at}, version ${header.peye}, ${header.engine === 'sqlite' ? 'embedded database' : 'PostgreSQL'}`,
    ],
    ['Payments', `${paymentCount(end.payments)}, in ${rows} rows of ${Object.keys(end.rows).length} tables`],
    ['Secret key', `${header.secret_key.slice(0, 8)}…`],
  ]);
}

/** `peye restore --mark`: marks the database as restored, which pauses the charging of live cards. */
async function markRestored(options: JsonOption): Promise<void> {
  await withVerbs(async ({ recurring }, { db, clock }) => {
    await withProgress('pausing the charging of live cards', () => recurring.pauseRestored());
    const { pause } = await readCharging(db);
    const pausedAt = formatTimestamp(pause?.sinceUs ?? clock());
    const found = await activeSubscriptions(db);
    printResult(options, { paused_at: pausedAt, ...found }, () => asCalled(`${pausedText(found)}\n\n${LOST_PAYMENTS}`));
  });
}

/** Which payments a restore loses, and where to find them. */
const LOST_PAYMENTS = `Payments created after the backup are missing. peye reconcile finds the paid card payments. It finds no wallet payments, because
MonCash and NatCash offer no list: compare their portals with peye payments list from the time of the backup on. A missing wallet
payment that is reported later becomes an unknown_payment discrepancy (peye discrepancies list).`;

/** The most subscriptions that the result lists; `peye subscriptions list` shows the rest. */
const MAX_LISTED = 1000;

/** The active live subscriptions of a restored database. Some may have been cancelled after the backup. */
interface ActiveSubscriptions {
  readonly active: number;
  /** The newest ones. */
  readonly subscriptions: readonly { readonly id: string; readonly website_id: string; readonly created_at: string }[];
}

async function activeSubscriptions(db: Database): Promise<ActiveSubscriptions> {
  const active = await countActiveSubscriptions(db, 'live');
  const listed = await listSubscriptions(db, { status: 'active', mode: 'live', limit: MAX_LISTED });
  const subscriptions = listed.map(({ id, websiteId, createdAtUs }) => ({
    id,
    website_id: websiteId,
    created_at: formatTimestamp(createdAtUs),
  }));
  return { active, subscriptions };
}

/** The reason why charging waits, and the subscriptions that the operator has to check. */
function pausedText(found: ActiveSubscriptions): string {
  const paused =
    "Charging of live cards is paused until the acquirer's records have been checked. See peye charging resume --help.";
  if (found.active === 0) return paused;
  const rows = found.subscriptions.map((one) => [one.id, one.website_id, one.created_at]);
  return `${paused}\n\nSubscriptions that are active in this database. Cancel again any that were cancelled after the backup:\n\n${table(['ID', 'WEBSITE', 'CREATED'], rows)}${found.active > MAX_LISTED ? `\n\nShowing the newest ${MAX_LISTED} of ${found.active}.` : ''}`;
}
