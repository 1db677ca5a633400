import { resolve } from 'node:path';
import type { Command } from 'commander';
import { restoreStore } from '../app/restore-store.ts';
import { paymentCount } from '../operator/backup/backup-format.ts';
import { type BackupSource, checkBackup, type ReadBackup } from '../operator/backup/restore-backup.ts';
import { activeSubscriptions, pausedText } from './active-subscriptions.ts';
import { asCalled } from './as-called.ts';
import { cliActor } from './cli-actor.ts';
import { readSettings } from './environment.ts';
import { openLog } from './open-log.ts';
import { details, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { secretLine, secretLines } from './secret-line.ts';
import { withStore } from './with-store.ts';

/** What a restore loses, and where it is found again. */
const FORGOTTEN = `Payments made after the backup are not in the store. Of cards, peye reconcile finds those that were paid. Of the wallets it
finds none: MonCash and NatCash offer no list. Compare their portals with peye payments list from the time of the backup on. A wallet
payment that is reported from now on becomes the discrepancy unknown_payment (peye discrepancies list).`;

interface RestoreOptions {
  identityFile?: string;
  passphraseFile?: string;
  check?: true;
  json?: true;
}

/** `peye restore`: a store out of a backup. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('make the store of a backup, where there is none yet')
    .argument('<source>', 'a file that peye backup has written')
    .option('--identity-file <file>', 'the age key that it was encrypted for, AGE-SECRET-KEY-1… on a line of this file')
    .option('--passphrase-file <file>', 'the passphrase that it was encrypted by is on the first line of this file')
    .option('--check', 'read it to its end, and change nothing; needs no store and no settings')
    .option('--json', 'print one JSON document: {made_at, payments, rows, applied, active, subscriptions, …}')
    .addHelpText(
      'after',
      `
The store is that of the settings: an empty DATA_DIR, or an empty database in DATABASE_URL, whichever of the two the backup was
made of. What is there already is never overwritten. SECRET_KEY, or secret.key in DATA_DIR, must be the key of the backup's time. The
store is there when all of it was read, compared and flushed to the disk; a restore that is killed has made nothing, and is begun
again. A backup of an earlier version is brought up to date.

Afterwards no live card is charged again until the acquirer's books have been compared, as after peye restored, and nobody is
signed in to the console. Payments that were made after the backup are not in it: peye reconcile finds cards that were paid, and no
wallet payments, because MonCash and NatCash offer no list.
docs/backups.md says more.

Examples:
  peye restore /backup/peye-2026-11-22.backup --check
  DATA_DIR=/var/lib/peye-new peye restore /backup/peye-2026-11-22.backup
  peye restore /backup/peye.backup --identity-file /media/key/age.txt`,
    )
    .action((source: string, options: RestoreOptions) => restore(resolve(source), options));
}

async function restore(
  file: string,
  { identityFile, passphraseFile, check, ...options }: RestoreOptions,
): Promise<void> {
  const decryption = {
    identities: identityFile === undefined ? [] : secretLines(identityFile),
    passphrase: passphraseFile === undefined ? undefined : secretLine(passphraseFile),
  };
  if (check) {
    const read = await withProgress('reading the backup', (say) => checkBackup({ file, decryption, say }));
    return printResult(options, readJson(read), () => `${described(read)}\n\nIt is whole. Nothing was changed.`);
  }
  const read = await withProgress('restoring the store', (say) => make({ file, decryption, say }));
  await withProgress('opening the store', () =>
    withStore(
      async ({ db, migrated }) => {
        const found = await activeSubscriptions(db);
        const applied = [...migrated];
        printResult(options, { ...readJson(read), applied, ...found }, () =>
          asCalled(`${described(read)}\n\nThe store is restored. ${pausedText(found)}\n\n${FORGOTTEN}`),
        );
      },
      { migrate: true },
    ),
  );
}

async function make(source: BackupSource): Promise<ReadBackup> {
  const config = readSettings();
  return restoreStore(config, { log: await openLog(config, 'stderr'), actor: cliActor(), source });
}

function readJson({ header, end }: ReadBackup) {
  return {
    ...{ made_at: header.made_at, version: header.peye, engine: header.engine, migrations: header.migrations.length },
    ...{ secret_key: header.secret_key, payments: paymentCount(end.payments), rows: end.rows },
  };
}

function described({ header, end }: ReadBackup): string {
  const rows = Object.values(end.rows).reduce((sum, n) => sum + n, 0);
  return details([
    [
      'Of',
      `${header.made_at}, version ${header.peye}, ${header.engine === 'sqlite' ? 'embedded store' : 'PostgreSQL'}`,
    ],
    ['Payments', `${paymentCount(end.payments)}, in ${rows} rows of ${Object.keys(end.rows).length} tables`],
    ['Key', `${header.secret_key.slice(0, 8)}…`],
  ]);
}
