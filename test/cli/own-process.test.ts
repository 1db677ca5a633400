import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';
import { type CliResult, peye, peyeProcess } from '../support/cli.ts';
import { type EmptyStore, emptyStore, onBothEngines } from '../support/engines.ts';
import { freePort } from '../support/gateway.ts';
import { IS_NIGHT } from '../support/tier.ts';

// Nearly all tests run commands in their own process, by `peye(…)`. Here every command also runs as `bin/peye`, on its own store,
// and must exit with the same code and write the same. By day only one command of each group does, on SQLite, because a hundred processes
// are expensive: the others run on both stores in the test's process, so that the stores stay alike.

/** Commands that run until a signal. They always run as `bin/peye`: start.test.ts, listen.test.ts, simulate.test.ts. */
const UNTIL_SIGNAL = ['start', 'listen', 'simulate'];

/** The store of one of both, and what its commands have made: `@keys` in an argument stands for the key. */
interface Place {
  readonly store: EmptyStore;
  readonly settings: Record<string, string>;
  readonly made: Record<string, string>;
}

/** Every command, in an order in which most find what they need, with its exit code. */
const CALLS: readonly [exit: number, ...args: string[]][] = [
  [0, 'migrate'],
  [0, 'websites', 'create', '--name', 'Shop', '--json'],
  [0, 'websites', 'list'],
  [0, 'websites', 'show', '@websites'],
  [0, 'websites', 'update', '@websites', '--contact', 'Marie, 509'],
  [0, 'websites', 'deactivate', '@websites'],
  [0, 'websites', 'activate', '@websites', '--json'],
  [0, 'websites', 'roll-secret', '@websites'],
  [0, 'keys', 'create', '--website', '@websites', '--mode', 'test', '--json', '--as', 'marie'],
  [0, 'keys', 'list', '--website', '@websites'],
  [0, 'keys', 'update', '@keys', '--name', 'Till'],
  [0, 'keys', 'deactivate', '@keys'],
  [0, 'keys', 'activate', '@keys'],
  [0, 'keys', 'roll', '@keys', '--overlap', '24h'],
  [
    0,
    'links',
    'create',
    '--website',
    '@websites',
    '--mode',
    'test',
    '--name',
    'Fee',
    '--amount',
    '500',
    '--ht',
    'Frè',
    '--json',
  ],
  [0, 'links', 'list'],
  [0, 'links', 'show', '@links'],
  [0, 'links', 'recount', '@links'],
  [0, 'links', 'picture', '@links', 'none'],
  [0, 'links', 'deactivate', '@links'],
  [0, 'users', 'create', '--email', 'marie@shop.example', '--role', 'owner', '--json'],
  [0, 'users', 'list'],
  [0, 'users', 'show', '@users'],
  [0, 'users', 'reset', '@users'],
  [0, 'users', 'deactivate', '@users'],
  [0, 'users', 'activate', '@users'],
  [0, 'payments', 'list', '--json'],
  [1, 'payments', 'show', '911607750261429'],
  [1, 'payments', 'note', '911607750261429', 'A note.'],
  [1, 'refunds', 'request', '911607750261429'],
  [0, 'refunds', 'list'],
  [1, 'refunds', 'show', 'rfd_none'],
  [1, 'refunds', 'approve', 'rfd_none'],
  [1, 'refunds', 'reject', 'rfd_none', '--note', 'no'],
  [1, 'refunds', 'resolve', 'rfd_none', '--succeeded', '2284013977'],
  [1, 'refunds', 'claim', 'rfd_none'],
  [1, 'refunds', 'correct', 'rfd_none', '--not-moved', '--note', 'no'],
  [1, 'refunds', 'complete', 'rfd_none', '--transaction', '2284013977'],
  [0, 'disputes'],
  [0, 'checkout-sessions', 'list'],
  [1, 'checkout-sessions', 'show', 'cos_none'],
  [1, 'checkout-sessions', 'cancel', 'cos_none'],
  [0, 'api-requests', '--json'],
  [0, 'ledger', 'balances', '--website', '@websites'],
  [0, 'ledger', 'entries', '--about', '911607750261429'],
  [0, 'fees', 'list'],
  [0, 'fees', 'set', '--website', '@websites', '--method', 'moncash', '--percent', '2.5', '--from', '2199-01-01'],
  [0, 'statement', '--website', '@websites', '--month', '2026-11'],
  [1, 'payouts', 'import', '@folder/none.csv', '--method', 'moncash', '--bank', 'bnc'],
  [
    1,
    'payouts',
    'record',
    '--website',
    'web_none',
    '--method',
    'moncash',
    '--bank',
    'bnc',
    '--reference',
    'MC-1',
    '--date',
    '2026-11-27',
    '--gross',
    '100',
  ],
  [0, 'payouts', 'list'],
  [1, 'payouts', 'show', 'po_none'],
  [1, 'payouts', 'lines', 'po_none'],
  [1, 'payouts', 'match', 'po_none'],
  [1, 'payouts', 'settle', 'po_none', '2', '--note', 'fee'],
  [1, 'payouts', 'reverse', 'po_none', '--note', 'wrong'],
  [1, 'trigger', 'payment.success', '911607750261429'],
  [0, 'deliveries', 'list'],
  [1, 'deliveries', 'show', 'dlv_none'],
  [1, 'deliveries', 'resend', 'dlv_none'],
  [0, 'subscriptions', 'list'],
  [1, 'subscriptions', 'show', 'sub_none'],
  [1, 'subscriptions', 'pause', 'sub_none'],
  [1, 'subscriptions', 'resume', 'sub_none'],
  [1, 'subscriptions', 'cancel', 'sub_none', '--reason', 'moved'],
  [1, 'subscriptions', 'advance', 'sub_none', '--to', '2199-01-01'],
  [0, 'restore', '--mark'],
  [0, 'charging', 'resume'],
  [0, 'reconcile', 'runs', 'list'],
  [1, 'reconcile', 'runs', 'show', 'rec_none'],
  [1, 'reconcile', 'runs', 'stop', 'rec_none'],
  [0, 'reconcile', '--from', '2026-01-01', '--to', '2026-01-02'],
  [0, 'discrepancies', 'list'],
  [1, 'discrepancies', 'show', 'dsc_none'],
  [1, 'discrepancies', 'resolve', 'dsc_none', '--note', 'paid'],
  [0, 'rates', 'list'],
  [1, 'rates', 'refresh'],
  [0, 'rates', 'set', '131.25'],
  [0, 'rates', 'unset'],
  [0, 'clock', 'show'],
  [0, 'clock', 'confirm'],
  [1, 'archive', 'create', '@folder/archive', '--before', '2020-01-01'],
  [1, 'archive', 'check', '@folder/archive'],
  [1, 'archive', 'remove', '@folder/archive'],
  [0, 'archive', 'recount'],
  [0, 'secrets', 'new-key'],
  [0, 'secrets', 'rotate'],
  [1, 'secrets', 'remove-previous'],
  [0, 'backup', '@folder/a.backup'],
  [0, 'restore', '--check', '@folder/a.backup'],
  [0, 'verify-books'],
  [0, 'audit', 'list'],
  [0, 'audit', 'show', '1'],
  [0, 'audit', 'verify'],
  [0, 'audit', 'export'],
  [0, 'export', 'payments', '--spreadsheet', '--language', 'fr'],
  [0, 'export', 'refunds'],
  [0, 'export', 'disputes'],
  [0, 'export', 'checkout-sessions'],
  [0, 'export', 'links', '--jsonl'],
  [0, 'export', 'deliveries'],
  [0, 'export', 'subscriptions'],
  [0, 'export', 'discrepancies'],
  [0, 'export', 'reconciliation'],
  [0, 'export', 'payouts'],
  [0, 'export', 'payout-lines'],
  [0, 'export', 'audit', '--to', '2020-01-01'],
  [0, 'doctor'],
  [0, 'completion', 'bash'],
  [0, 'payments', 'list', '--help'],
  [2, 'websites', 'sell'],
  [2],
];

onBothEngines('every command in the process of a test and as bin/peye', (engine) => {
  const firstOfGroup = new Map(
    CALLS.filter(([exit]) => exit !== 1)
      .map((call) => [call[1], call] as const)
      .reverse(),
  );
  const isInOwnProcess = (command: (typeof CALLS)[number]) => IS_NIGHT || firstOfGroup.get(command[1]) === command;
  const places: Place[] = [];
  before(async () => {
    for (let count = 0; count < 2; count++) {
      const store = await emptyStore(engine);
      const settings = { ...store.settings, PORT: String(await freePort()) };
      places.push({ store, settings, made: { folder: store.folder } });
    }
  });
  after(() => Promise.all(places.map(({ store }) => store.drop())));

  for (const command of CALLS) {
    const [exit, ...args] = command;
    it(args.join(' ') || 'without arguments', async () => {
      const [here, there] = places as [Place, Place];
      const result = await call(here, args, peye);
      if (IS_NIGHT || engine === 'sqlite')
        assert.deepEqual(result, await call(there, args, isInOwnProcess(command) ? peyeProcess : peye));
      assert.equal(result.code, exit, result.stderr);
      assert.notEqual(result.stdout + result.stderr, '');
    });
  }

  it('is all commands, except those that run until a signal', async () => {
    const pathsOf = (command: Command, path: string): string[] =>
      command.commands.length === 0
        ? [path]
        : command.commands.flatMap((each) => pathsOf(each, `${path}${each.name()} `));
    const called = CALLS.map(([, ...args]) => `${args.join(' ')} `);
    const paths = pathsOf(await buildProgram([]), '');
    assert.deepEqual(
      paths.filter((path) => !called.some((text) => text.startsWith(path))),
      UNTIL_SIGNAL.map((name) => `${name} `),
      'CALLS of this file has a line for every other command',
    );
  });
});

/** Runs a command. What differs each time is replaced in its output: names, keys, times and places. */
async function call({ store, settings, made }: Place, given: readonly string[], run: typeof peye): Promise<CliResult> {
  const args = given.map((arg) => arg.replace(/^@(\w+)/, (_, name) => made[name] ?? ''));
  const { code, stdout, stderr } = await run(args, { settings });
  const [group = '', verb] = args;
  if (verb === 'create' && args.includes('--json')) {
    const document = JSON.parse(stdout);
    made[group] = document.code ?? document.id;
  }
  const replaced = (text: string) =>
    text
      .replaceAll(store.folder, 'FOLDER')
      .replaceAll(settings.PORT!, 'PORT')
      .replaceAll(made.links ?? '\0', 'LINK')
      .replaceAll(/\bpeye_[0-9a-f]{16}\b/g, 'DATABASE')
      .replaceAll(/\b(web|key|usr|lnk|whsec|tk_test)_[0-9A-Za-z]{8,}/g, '$1_…')
      .replaceAll(/(tk_test_…|"hint":")\w{4}\b/g, '$1HINT')
      .replaceAll(/\(\d+ bytes\)/g, '(SIZE)')
      .replaceAll(/\/invitations\/\w+/g, '/invitations/…')
      .replaceAll(/SECRET_KEY=\S+|\b[0-9a-f]{64}\b|\b[0-9a-f]{8}…/g, 'HASH')
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?/g, 'TIME');
  return { code, stdout: replaced(stdout), stderr: replaced(stderr) };
}
