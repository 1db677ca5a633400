import { resolve } from 'node:path';
import type { Manifest } from '../features/archive/archive-format.ts';
import { readArchive } from '../features/archive/read-archive.ts';
import type { RecountedArchive, Removal } from '../features/archive/remove-archived.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { shellWord } from '../platform/text/printable.ts';
import { asCalled } from './as-called.ts';
import { type Command, details, type JsonOption, printResult, table } from './output.ts';
import { withProgress } from './progress.ts';
import { parseDayNumber } from './values.ts';
import { withStore } from './with-store.ts';

/** The most differing payments that an error names. */
const MAX_NAMED = 20;

/** `peye archive …`: old live payments in files that other programs can read. */
export function archiveCommands(program: Command): void {
  const archive = program.command('archive').description('Export old live payments to files, then delete them');

  archive
    .command('create')
    .argument('<folder>', 'new folder')
    .description('Export live payments to CSV files with a manifest; deletes nothing')
    .requiredOption(
      '--before <day>',
      'export payments created before this UTC day, YYYY-MM-DD, at least 90 days ago',
      parseDayNumber,
    )
    .json('print the manifest')
    .more(`
Payments stay in the database if they are open, disputed, have a webhook waiting, or belong to an active subscription. The manifest
counts them. Peye compares the exported payments with its own counts. You can run this command while the gateway runs.

The files contain names, addresses and phone numbers of customers. Store them where no one else can read them.

Examples:
  peye archive create --before 2024-01-01 /backup/payments-2023`)
    .action((folder: string, options: JsonOption & { before: number }) =>
      withStore(async ({ operator }) => {
        const path = resolve(folder);
        const manifest = await withProgress('writing the archive', () =>
          operator.makeArchive({ beforeDay: options.before, folder: path }),
        );
        printResult(
          options,
          manifest,
          () =>
            `${manifestText(manifest)}\n\nNothing was deleted. Copy the folder to a safe place, then run: ${asCalled(`peye archive remove ${shellWord(path)}`)}`,
        );
      }),
    );

  archive
    .command('check')
    .argument('<folder>', 'folder of an archive')
    .description('Verify the files of an archive; needs no database')
    .json('print the manifest')
    .more('\nExamples:\n  peye archive check /backup/payments-2023')
    .action(async (folder: string, options: JsonOption) => {
      const { manifest } = await withProgress('reading the archive', () => readArchive(resolve(folder)));
      printResult(
        options,
        manifest,
        () => `${manifestText(manifest)}\n\nEvery file is complete, and the totals agree.`,
      );
    });

  archive
    .command('remove')
    .argument('<folder>', 'folder of an archive')
    .description('Verify an archive, then delete its payments from the database')
    .option('--quick', 'delete without pauses, when no gateway runs on the database')
    .json('print one JSON document: {removed, gone, kept, changed}')
    .more(`
Peye compares each payment with the archive before it deletes the payment with its events and webhooks, a few at a time. You can
interrupt the command and run it again.

The API no longer returns deleted payments, and lists no longer count them. Peye accepts only archives that this database created:
the audit log has the SHA-256 of each manifest.

More: docs/data-retention.md

Examples:
  peye archive remove /backup/payments-2023`)
    .action((folder: string, options: JsonOption & { quick?: true }) => remove(resolve(folder), options));

  archive
    .command('recount')
    .description('Correct the list of removed archives from the audit log; deletes nothing')
    .json('print one JSON document: {changed: [{id, before, after}]}')
    .more(`
The list says until which day payments may be missing, and peye reconcile refuses older days. This command sets each count to the
recorded number of deleted payments, and removes archives without deleted payments from the list. peye verify-books detects a
wrong list.

Examples:
  peye archive recount`)
    .action((options: JsonOption) =>
      withStore(async ({ operator }) => {
        const changed = await operator.recountArchives();
        printResult(options, { changed }, () => recountText(changed));
      }),
    );
}

async function remove(folder: string, { quick, ...options }: JsonOption & { quick?: true }): Promise<void> {
  await withStore(async ({ operator }) => {
    const changed: number[] = [];
    const onChanged = (id: number) => {
      if (changed.length < MAX_NAMED) changed.push(id);
    };
    const removal = await withProgress('deleting archived payments', (say) => {
      const onStep = (done: number) => say(`${done} payments`);
      return operator.removeArchived({ folder, isQuick: quick === true, onStep, onChanged });
    });
    printResult(options, removal, () => removalText(removal));
    if (removal.changed > 0) {
      throw new CommandFailure(
        `${removal.changed} of the payments differ from the archive and were not deleted: ${changed.join(', ')}${removal.changed > MAX_NAMED ? ' and others' : ''}. Find out why, then archive them again.`,
      );
    }
  });
}

function manifestText({ before, payments, counted, kept, sums, files }: Manifest): string {
  const parts = [
    details([
      ['Created before', `${before} (UTC)`],
      ['Archived', String(payments)],
      [
        'Not archived',
        Object.entries(kept)
          .map(([reason, n]) => `${n} (${reason})`)
          .join(', ') || '0',
      ],
      ['Expected by own counts', String(counted)],
      ['Files', String(files.length)],
    ]),
  ];
  if (sums.length > 0) {
    parts.push(
      table(
        ['WEBSITE', 'METHOD', 'STATUS', 'PAYMENTS', 'TOTAL'],
        sums.map((sum) => [
          sum.website_id,
          sum.payment_method,
          sum.status,
          String(sum.payments),
          `${sum.amount} ${sum.currency}`,
        ]),
      ),
    );
  }
  return parts.join('\n\n');
}

function recountText(changed: readonly RecountedArchive[]): string {
  if (changed.length === 0) return 'The list of removed archives matches the audit log.';
  const cells = (of: RecountedArchive['before']) => (of === null ? 'not listed' : `${of.payments} before ${of.day}`);
  return table(
    ['ARCHIVE', 'BEFORE', 'AFTER'],
    changed.map(({ id, before, after }) => [id, cells(before), cells(after)]),
  );
}

function removalText({ removed, gone, kept, changed }: Removal): string {
  return details([
    ['Deleted', String(removed)],
    ['Already deleted', String(gone)],
    ['Not deleted yet', String(kept)],
    ['Different', String(changed)],
  ]);
}
