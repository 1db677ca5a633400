import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { paymentCount } from '../features/operations/backup/backup-format.ts';
import type { MadeBackup } from '../features/operations/backup/make-backup.ts';
import { shellWord } from '../platform/text/printable.ts';
import { VERSION } from '../platform/version.ts';
import { asCalled } from './as-called.ts';
import { secretLine } from './local-files.ts';
import { type Command, details, type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

interface BackupOptions extends JsonOption {
  encryptTo: string[];
  passphraseFile?: string;
}

/** The niceness of the process, so that the gateway has priority. */
const LOW_PRIORITY = 10;

/** `peye backup`: the whole database in one file. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('Back up the database to a file and verify it')
    .argument('<target>', 'new file, on a different disk from the database')
    .addOption(
      new Option('--encrypt-to <recipient>', 'encrypt for an age recipient, age1…; can be repeated')
        .argParser((recipient: string, previous: string[]) => [...previous, recipient])
        .default([], 'none'),
    )
    .option('--passphrase-file <file>', 'encrypt with the passphrase on the first line of this file')
    .json('print one JSON document: {file, bytes, sha256, verified, encrypted, secret_key, …}')
    .more(`
You can run this command while the gateway runs. The backup contains everything committed before it started: payments, keys,
users and the audit log.

It does not contain the settings or SECRET_KEY (or secret.key), which decrypts its secrets. Store these separately, and store
them again after every change.

The file is compressed with zstd and optionally encrypted with age. You can read it with zstd and age, without Peye. A backup of
either engine can be restored into either.

A backup contains names, addresses and phone numbers of customers: encrypt it before it leaves your machines. With
--encrypt-to, Peye can verify only the bytes, so test a restore where the age key is.

If the backup is interrupted, it leaves only TARGET.….unfinished.

More: docs/backups.md

Examples:
  peye backup /backup/peye-2026-11-22.backup
  peye backup /backup/peye.backup --encrypt-to age1…
  peye backup /backup/peye.backup --passphrase-file /etc/peye/backup-passphrase`)
    .action((target: string, options: BackupOptions, command: Command) => {
      if (options.encryptTo.length > 0 && options.passphraseFile !== undefined) {
        command.error(
          '--encrypt-to and --passphrase-file cannot be used together: a passphrase must be the only key of a file',
        );
      }
      return backup(resolve(target), options);
    });
}

async function backup(file: string, { encryptTo, passphraseFile, ...options }: BackupOptions): Promise<void> {
  const passphrase = passphraseFile === undefined ? undefined : secretLine(passphraseFile);
  // The gateway has priority for the processor.
  setPriority(LOW_PRIORITY);
  const encryption = { recipients: encryptTo, passphrase };
  await withStore(async ({ operator }) => {
    const made = await withProgress('writing the backup', (say) =>
      operator.makeBackup({ file, encryption, version: VERSION, say }),
    );
    const isEncrypted = encryptTo.length > 0 || passphrase !== undefined;
    const { header, end, bytes, sha256, verified } = made;
    const document = {
      file,
      bytes,
      sha256,
      verified,
      encrypted: isEncrypted,
      made_at: header.made_at,
      secret_key: header.secret_key,
      payments: paymentCount(end.payments),
      rows: end.rows,
    };
    printResult(options, document, () => described(file, made, isEncrypted));
  });
}

function described(file: string, { header, end, bytes, sha256, verified }: MadeBackup, isEncrypted: boolean): string {
  const rows = Object.values(end.rows).reduce((sum, n) => sum + n, 0);
  const facts = details([
    ['File', `${file} (${bytes} bytes${isEncrypted ? ', encrypted' : ''})`],
    ['SHA-256', sha256],
    ['Created', header.made_at],
    ['Payments', `${paymentCount(end.payments)}, in ${rows} rows of ${Object.keys(end.rows).length} tables`],
    ['Secret key', `${header.secret_key.slice(0, 8)}… (the current SECRET_KEY, which is not in the backup)`],
  ]);
  const verification =
    verified === 'content'
      ? 'The backup was read back and verified.'
      : 'The bytes were read back and verified. The content can only be verified with the age key: test a restore.';
  return `${facts}\n\n${verification} To restore it: ${asCalled(`peye restore ${shellWord(file)}`)}`;
}
