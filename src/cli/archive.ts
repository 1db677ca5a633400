import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import { shellWord } from '../lib/shell-word.ts';
import type { Manifest } from '../operator/archive/archive-format.ts';
import { readArchive } from '../operator/archive/read-archive.ts';
import type { RecountedArchive } from '../operator/archive/recount-archives.ts';
import type { Removal } from '../operator/archive/remove-archived.ts';
import { asCalled } from './as-called.ts';
import { details, printResult, table } from './output.ts';
import { withProgress } from './progress.ts';
import { parseDayNumber } from './values.ts';
import { withStore } from './with-store.ts';

interface JsonOption {
  json?: true;
}

/** Payments that differ are named, so many at most. */
const NAMED = 20;

/** `peye archive …`: old live payments as files that others read. */
export function archiveCommands(program: Command): void {
  const archive = program
    .command('archive')
    .description('keep old live payments as files, and take them out of the store');

  archive
    .command('create')
    .argument('<folder>', 'a folder that does not exist yet')
    .description('write live payments from before a day into CSV files with a manifest; changes nothing in the store')
    .requiredOption(
      '--before <day>',
      'payments created before this day, UTC, YYYY-MM-DD: at least 90 days ago',
      parseDayNumber,
    )
    .option('--json', 'print the manifest')
    .addHelpText(
      'after',
      `
Payments that are open, disputed, still to be delivered, or part of a recurring payment that goes on stay in the store; the
manifest counts them. What was found is compared with the store's own counts. May run beside the server.

The files hold names, addresses and phone numbers of customers: keep them where nobody else can read them.

Examples:
  peye archive create --before 2024-01-01 /backup/payments-2023`,
    )
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
            `${describe(manifest)}\n\nNothing was removed. Copy the folder to a safe place, then: ${asCalled(`peye archive remove ${shellWord(path)}`)}`,
        );
      }),
    );

  archive
    .command('check')
    .argument('<folder>', 'the folder of an archive')
    .description('compare the files of an archive with its manifest; needs no store')
    .option('--json', 'print the manifest')
    .addHelpText('after', '\nExamples:\n  peye archive check /backup/payments-2023')
    .action(async (folder: string, options: JsonOption) => {
      const { manifest } = await withProgress('reading the archive', () => readArchive(resolve(folder)));
      printResult(options, manifest, () => `${describe(manifest)}\n\nEvery file is whole, and the sums agree.`);
    });

  archive
    .command('remove')
    .argument('<folder>', 'the folder of an archive')
    .description('check an archive, then remove the payments that it holds from the store')
    .option('--quick', 'without rests between the steps, while no server runs on the store')
    .option('--json', 'print one JSON document: {removed, gone, kept, changed}')
    .addHelpText(
      'after',
      `
Each payment is compared with the archive before it is removed, a few at a time; its events and deliveries go with it. It may be
ended at any time and run again. Removed payments are not found by the API any more, and lists count without them: docs/data-retention.md.
Only an archive that this store created is accepted: its audit log names each archive by the SHA-256 of the manifest.

Examples:
  peye archive remove /backup/payments-2023`,
    )
    .action((folder: string, options: JsonOption & { quick?: true }) => remove(resolve(folder), options));

  archive
    .command('recount')
    .description('correct the list of removed archives by the audit log; removes no payment')
    .option('--json', 'print one JSON document: {changed: [{id, before, after}]}')
    .addHelpText(
      'after',
      `
The list says up to which day payments may be missing: peye reconcile refuses what is older. An archive of which this store has removed
nothing leaves the list, and each count becomes what the removals have recorded. peye verify-books finds where the list is wrong.

Examples:
  peye archive recount`,
    )
    .action((options: JsonOption) =>
      withStore(async ({ operator }) => {
        const changed = await operator.recountArchives();
        printResult(options, { changed }, () => describeRecount(changed));
      }),
    );
}

async function remove(folder: string, { quick, ...options }: JsonOption & { quick?: true }): Promise<void> {
  await withStore(async ({ operator }) => {
    const changed: number[] = [];
    const onChanged = (id: number) => {
      if (changed.length < NAMED) changed.push(id);
    };
    const removal = await withProgress('removing what is archived', (say) => {
      const onStep = (done: number) => say(`${done} payments are done`);
      return operator.removeArchived({ folder, isQuick: quick === true, onStep, onChanged });
    });
    printResult(options, removal, () => describeRemoval(removal));
    if (removal.changed > 0) {
      throw new CommandFailure(
        `${removal.changed} of the payments differ from the archive and were left: ${changed.join(', ')}${removal.changed > NAMED ? ' and others' : ''}. Find out why, then archive them again.`,
      );
    }
  });
}

function describe({ before, payments, counted, kept, sums, files }: Manifest): string {
  const parts = [
    details([
      ['Created before', `${before} (UTC)`],
      ['In the archive', String(payments)],
      [
        'Stay in the store',
        Object.entries(kept)
          .map(([reason, n]) => `${n} (${reason})`)
          .join(', ') || '0',
      ],
      ["By the store's counts", String(counted)],
      ['Files', String(files.length)],
    ]),
  ];
  if (sums.length > 0) {
    parts.push(
      table(
        ['WEBSITE', 'METHOD', 'STATUS', 'PAYMENTS', 'SUM'],
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

function describeRecount(changed: readonly RecountedArchive[]): string {
  if (changed.length === 0) return 'The list of removed archives is what the audit log says.';
  const cells = (of: RecountedArchive['before']) => (of === null ? 'not listed' : `${of.payments} before ${of.day}`);
  return table(
    ['ARCHIVE', 'WAS', 'IS'],
    changed.map(({ id, before, after }) => [id, cells(before), cells(after)]),
  );
}

function describeRemoval({ removed, gone, kept, changed }: Removal): string {
  return details([
    ['Removed', String(removed)],
    ['Gone before', String(gone)],
    ['Must stay', String(kept)],
    ['Differ', String(changed)],
  ]);
}
