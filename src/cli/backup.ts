import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { VERSION } from '../app/version.ts';
import { shellWord } from '../lib/shell-word.ts';
import { paymentCount } from '../operator/backup/backup-format.ts';
import type { MadeBackup } from '../operator/backup/make-backup.ts';
import { asCalled } from './as-called.ts';
import { details, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { secretLine } from './secret-line.ts';
import { withStore } from './with-store.ts';

interface BackupOptions {
  encryptTo: string[];
  passphraseFile?: string;
  json?: true;
}

/** A niceness. */
const BELOW_OTHERS = 10;

/** `peye backup`: the whole store in one file. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('write the whole store into one file, while the gateway runs, and read it again')
    .argument('<target>', 'a file that does not exist yet, on another disk than the store')
    .option(
      '--encrypt-to <recipient>',
      'encrypt it for the owner of an age key, age1…; may be given several times',
      (recipient: string, former: string[]) => [...former, recipient],
      [] as string[],
    )
    .option('--passphrase-file <file>', 'encrypt it by the passphrase on the first line of this file')
    .option('--json', 'print one JSON document: {file, bytes, sha256, verified, encrypted, secret_key, …}')
    .addHelpText(
      'after',
      `
The backup holds everything that was committed before it began: payments, keys, people, the audit log. It does not hold SECRET_KEY
(or secret.key), which its secrets open with, nor settings: keep those apart from it, and with every change. It is compressed by zstd
and, where that is asked for, encrypted by age: the programs zstd and age read it without Peye. A backup of either engine can be
restored into either.

Whoever reads it reads names, addresses and phone numbers of customers: encrypt what leaves your machines. For somebody's age key
only they can open it, so here no more is compared than the bytes; try a restore where the key is.

A process that is killed leaves TARGET.….unfinished, and nothing else. docs/backups.md has how often, where to, and how to restore.

Examples:
  peye backup /backup/peye-2026-11-22.backup
  peye backup /backup/peye.backup --encrypt-to age1…
  peye backup /backup/peye.backup --passphrase-file /etc/peye/backup-passphrase`,
    )
    .action((target: string, options: BackupOptions, command: Command) => {
      if (options.encryptTo.length > 0 && options.passphraseFile !== undefined) {
        command.error(
          '--encrypt-to and --passphrase-file do not go together: a passphrase is the only key of its file',
        );
      }
      return backup(resolve(target), options);
    });
}

async function backup(file: string, { encryptTo, passphraseFile, ...options }: BackupOptions): Promise<void> {
  const passphrase = passphraseFile === undefined ? undefined : secretLine(passphraseFile);
  // Payments come first where both want the processor.
  setPriority(BELOW_OTHERS);
  const encryption = { recipients: encryptTo, passphrase };
  await withStore(async ({ operator }) => {
    const made = await withProgress('writing the backup', (say) =>
      operator.makeBackup({ file, encryption, version: VERSION, say }),
    );
    const isEncrypted = encryptTo.length > 0 || passphrase !== undefined;
    const { header, end, bytes, sha256, verified } = made;
    const document = {
      ...{ file, bytes, sha256, verified, encrypted: isEncrypted, made_at: header.made_at },
      ...{ secret_key: header.secret_key, payments: paymentCount(end.payments), rows: end.rows },
    };
    printResult(options, document, () => described(file, made, isEncrypted));
  });
}

function described(file: string, { header, end, bytes, sha256, verified }: MadeBackup, isEncrypted: boolean): string {
  const rows = Object.values(end.rows).reduce((sum, n) => sum + n, 0);
  const facts = details([
    ['File', `${file} (${bytes} bytes${isEncrypted ? ', encrypted' : ''})`],
    ['SHA-256', sha256],
    ['Of', header.made_at],
    ['Payments', `${paymentCount(end.payments)}, in ${rows} rows of ${Object.keys(end.rows).length} tables`],
    ['Key', `${header.secret_key.slice(0, 8)}… (the SECRET_KEY of now, which is not in it)`],
  ]);
  const told =
    verified === 'content'
      ? 'All of it was read again, and is whole.'
      : 'Its bytes were read again and are what was written. Only who has the age key can open it: try that.';
  return `${facts}\n\n${told} To restore it: ${asCalled(`peye restore ${shellWord(file)}`)}`;
}
