import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';
import { readConfig, settingNames } from '../../src/config.ts';
import { PEYE, peye, peyeProcess } from '../support/cli.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'peye-usage-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: string[], settings: Record<string, string> = {}) =>
  peye(args, { settings: { DATA_DIR: join(folder, 'data'), ...settings } });

describe('wrong usage: exit 2, nothing on stdout, and stderr lists the allowed values', () => {
  const long = 'é'.repeat(256);
  const cases: [string[], RegExp][] = [
    [['sell'], /unknown command 'sell'.*Commands: start, websites, users, keys/],
    [['websites', 'sell'], /unknown command 'sell'.*Commands: create, list/],
    [['start', '--fast'], /unknown option '--fast'.*--json/],
    [['websites', 'list', '--all'], /unknown option '--all'.*--json/],
    [['websites', 'list', 'extra'], /too many arguments/],
    [['websites', 'show'], /missing required argument 'id'/],
    [['websites', 'create'], /required option '--name <name>'/],
    [['websites', 'create', '--name'], /argument missing/],
    [['websites', 'create', '--name', ''], /1 to 255 characters/],
    [['websites', 'create', '--name', '  '], /1 to 255 characters/],
    [['websites', 'create', '--name', long], /1 to 255 characters/],
    [['websites', 'update', 'web_x'], /nothing to change\. Use --name/],
    [['websites', 'update', 'web_x', '--methods', 'moncash,visa'], /moncash, natcash, lakaypay_card, card/],
    [['websites', 'update', 'web_x', '--methods', ''], /moncash, natcash, lakaypay_card, card/],
    [['websites', 'update', 'web_x', '--card-live-approved', 'yes'], /true, false/],
    [['keys', 'create', '--mode', 'test'], /required option '--website <id>'/],
    [['keys', 'create', '--website', 'web_x'], /required option '--mode <mode>'/],
    [['keys', 'create', '--website', 'web_x', '--mode', 'prod'], /test, live/],
    [['keys', 'list'], /required option '--website <id>'/],
    [['keys', 'roll', 'key_x', '--overlap', 'soon'], /30m, 24h or 7d/],
    [['keys', 'roll', 'key_x', '--overlap', '24'], /30m, 24h or 7d/],
    [['keys', 'roll', 'key_x', '--overlap', '366d'], /at most 365d/],
    [['payments', 'list', '--status', 'paid'], /pending, processing, completed, failed/],
    [['payments', 'list', '--limit', '0'], /1 to 1000/],
    [['payments', 'list', '--limit', '1001'], /1 to 1000/],
    [['payments', 'list', '--method', 'visa'], /moncash, natcash, lakaypay_card, card/],
    [['payments', 'list', '--mode', 'prod'], /test, live/],
    [['payments', 'list', '--from', '2026-02-30'], /a day in Haiti such as 2026-03-01/],
    [['payments', 'list', '--to', '2026-03-01T10:00'], /with Z or an offset/],
    [['payments', 'list', '--from', '2026-03-02', '--to', '2026-03-01'], /--from is after --to/],
    [['payments', 'list', '--customer', ' '], /1 to 255 characters/],
    [['payments', 'list', '--search', 'x'.repeat(256)], /1 to 255 characters/],
    [['payments', 'list', '--search', 'x', '--reference', 'y'], /cannot be used with/],
    [['completion', 'csh'], /bash, zsh, fish/],
    [['deliveries', 'list', '--status', 'failed'], /pending, delivered, refused, exhausted/],
    [['deliveries', 'list', '--limit', '0'], /1 to 1000/],
    [['deliveries', 'show'], /missing required argument 'id'/],
    [['deliveries', 'resend'], /give a delivery ID, or --website, --from and --to/],
    [['deliveries', 'resend', '--website', 'web_x', '--from', '2026-01-01'], /or --website, --from and --to/],
    [['deliveries', 'resend', 'dlv_x', '--website', 'web_x'], /but not both/],
    [['deliveries', 'resend', 'dlv_x', '--status', 'refused'], /but not both/],
    [['deliveries', 'resend', 'dlv_x', '--mode', 'live'], /but not both/],
    [['deliveries', 'resend', '--website', 'web_x', '--from', 'monday', '--to', '2026-01-02'], /ISO 8601/],
    [['deliveries', 'resend', '--website', 'web_x', '--from', '2026-02-30', '--to', '2026-03-02'], /ISO 8601/],
    [['deliveries', 'resend', '--website', 'web_x', '--from', '2026-01-01T10:00:00', '--to', '2026-01-02'], /with Z/],
    [['deliveries', 'resend', '--website', 'web_x', '--from', '2026-01-03', '--to', '2026-01-02'], /must be before/],
    [['subscriptions', 'list', '--status', 'paused'], /active, stopped, cancelled/],
    [['subscriptions', 'resume'], /missing required argument 'id'/],
    [['subscriptions', 'resume', 'sub_x', '--unchecked'], /unknown option '--unchecked'/],
    [['charging', 'resume', 'sub_x'], /too many arguments/],
    [['recurring', 'list'], /unknown command 'recurring'.*Commands: .*subscriptions, charging/],
    [['restored'], /unknown command 'restored'.*Did you mean restore\?/],
    [['comparisons', 'list'], /unknown command 'comparisons'.*reconcile/],
    [['discrepancies', 'settle', 'dsc_x'], /unknown command 'settle'.*Commands: list, show, resolve/],
    [['restore'], /missing required argument 'source'/],
    [['restore', 'peye.backup', '--mark'], /--mark takes no source/],
    [['restore', '--mark', '--check'], /cannot be used with option '--check'/],
    [['reconcile', '--from', '2026-11-01'], /required option '--to <day>'/],
    [['reconcile', 'runs', 'sell'], /unknown command 'sell'.*Commands: list, show, stop/],
    [['subscriptions', 'show'], /missing required argument 'id'/],
    [['subscriptions', 'cancel', 'sub_x', '--reason', ' '], /Enter 1 to 255 characters/],
    [['discrepancies', 'resolve', 'dsc_x', '--note', ' '], /Enter 1 to 255 characters/],
    [['--as', ' ', 'websites', 'list'], /1 to 64 printable characters/],
    [['websites', 'list', '--as', 'x'.repeat(65)], /1 to 64 printable characters/],
    [['--as'], /argument missing/],
    [['audit', 'list', '--channel', 'merchant'], /user, cli, system/],
    [['audit', 'list', '--action', 'website.paint'], /website\.create, website\.update/],
    [['audit', 'list', '--before', '0'], /a whole number from 1\./],
    [['audit', 'list', '--from', '2026-03-02', '--to', '2026-03-01'], /--from is after --to/],
    [['audit', 'verify', '--expect', '12'], /a position, a colon and a hash/],
    [['verify-books', '--examples', '0'], /a whole number from 1 to 1000/],
    [['audit', 'export', '--json'], /--json is for --file only/],
    [
      ['export', 'customers'],
      /unknown command 'customers'.*Commands: payments, refunds, disputes, links, checkout-sessions, deliveries, subscriptions/,
    ],
    [['export', 'payments', '--json'], /--json is for --file only/],
    [['export', 'payments', '--language', 'fr'], /--language is for --spreadsheet only/],
    [['export', 'payments', '--spreadsheet', '--language', 'es'], /ht, fr, en/],
    [['export', 'payments', '--spreadsheet', '--jsonl'], /cannot be used with option '--spreadsheet'/],
    [['export', 'payments', '--status', 'paid'], /pending, processing, completed, failed/],
    [['subscriptions', 'advance', 'sub_x'], /required option '--to <time>'/],
    [['subscriptions', 'advance', 'sub_x', '--to', '2027-02-30'], /UTC day such as 2027-01-31/],
    [['subscriptions', 'advance', 'sub_x', '--to', '2200-01-01'], /before 2200/],
    [['websites', 'roll-secret', 'web_x', '--after', '24'], /30m, 24h or 7d/],
    [['rates', 'list', '--limit', '0'], /1 to 1000/],
    [['rates', 'refresh', 'brh'], /too many arguments/],
    [['rates', 'set', '0'], /gourdes for one US dollar such as 131\.25/],
    [['listen', '--key', 'tk_test_x'], /required option '--forward <url>'/],
    [['listen', '--forward', 'http://127.0.0.1:1'], /--key or PEYE_KEY/],
    [['listen', '--key', 'tk_test_x', '--forward', 'localhost:3000'], /http:\/\/ or https:\/\//],
    [['listen', '--key', 'tk_test_x', '--forward', 'http://u:p@127.0.0.1:1'], /without a user/],
    [['listen', '--key', 'tk_test_x', '--forward', 'http://127.0.0.1:1', '--url', 'pay.example'], /--url must be/],
    [['listen', '--key', 'tk_test_x', '--forward', 'http://127.0.0.1:1', '--secret', 'word'], /whsec_…/],
    [['listen', '--key', 'tk_test_x', '--forward', 'http://127.0.0.1:1', '--json', '--print-json'], /cannot be used/],
    [['trigger', 'payment.refunded', '911607750261429'], /payment\.success, payment\.failed/],
    [['trigger', 'payment.success'], /missing required argument 'id'/],
    [['trigger', 'payment.success', '911607750261429', '--failure-reason', 'declined'], /payment\.failed only/],
    [['trigger', 'payment.failed', '911607750261429', '--failure-reason', 'bad'], /insufficient_balance, declined/],
  ];
  for (const [args, allowed] of cases) {
    // Contract: OPERATOR-1
    it(args.map((arg) => arg.slice(0, 30)).join(' '), async () => {
      const { code, stdout, stderr } = await run(args);
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, allowed);
      assert.match(stderr, /^peye: [^\n]+\n$/);
    });
  }

  it('quotes nothing that steers the terminal, or fills it', async () => {
    for (const args of [
      ['payments', 'list', '--limit'],
      ['archive', 'check'],
    ]) {
      const steering = await run([...args, '\u001b[31mred\u202e\u0007']);
      assert.match(steering.stderr, /^peye: [^\p{Cc}\p{Cf}]*\\u\{1b\}\[31mred[^\p{Cc}\p{Cf}]*\n$/u);
      const { stderr } = await run([...args, 'x'.repeat(10_000)]);
      assert.match(stderr, /^peye: [^\n]*x{10}[^\n]*\n$/);
      assert.ok(stderr.length < 1000, `${stderr.length} characters`);
    }
  });

  it('without a command it shows the help on stderr', async () => {
    for (const args of [[], ['websites'], ['keys'], ['deliveries']]) {
      const { code, stdout, stderr } = await run(args);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /^Usage: \S*peye /);
    }
  });
});

it('an invalid contact is reported by its name', async () => {
  const made = await run(['websites', 'create', '--name', 'Shop', '--json']);
  const update = ['websites', 'update', JSON.parse(made.stdout).id, '--contact', 'x'.repeat(256)];
  const expected = 'peye: enter a contact of 1 to 255 characters.\n';
  assert.deepEqual(await run(update), { code: 1, stdout: '', stderr: expected });
});

it('receipts without SMTP settings: says that none are sent yet', async () => {
  const made = await run(['websites', 'create', '--name', 'Shop', '--json']);
  const update = ['websites', 'update', JSON.parse(made.stdout).id, '--receipts', 'on'];
  assert.match(
    (await run(update)).stdout,
    /\nNo receipts are sent until SMTP_URL and SMTP_FROM are set: docs\/branding\.md\n$/,
  );
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'receipts@shop.example' };
  assert.doesNotMatch((await run(update, smtp)).stdout, /No receipts/);
});

describe('help and version: exit 0', () => {
  it('--version prints the version in package.json', async () => {
    const version = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
    assert.deepEqual(await run(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
  });

  // Contract: OPERATOR-1
  it('the help of every command has an example of that command, and mentions --json', async () => {
    const { commands, failures } = await readHelps();
    assert.ok(commands.length > 35, `the commands were found: ${commands.join(', ')}`);
    assert.deepEqual(failures, []);
  });

  it('the help fits 80 columns, except commands to paste', async () => {
    for (const args of [[], ['start'], ['payments', 'list'], ['listen'], ['reconcile'], ['doctor']]) {
      const { stdout } = await run([...args, '--help']);
      const prose = stdout.split('\n').filter((line) => !/^ {2}\S/.test(line));
      assert.deepEqual(
        prose.filter((line) => line.length > 80),
        [],
      );
    }
  });

  // Contract: OPERATOR-1
  it('the help of the program lists every exit code', async () => {
    const { stdout } = await run(['--help']);
    for (const exit of [/^ {2}0 +success$/m, /^ {2}1 +failure/m, /^ {2}2 +wrong usage/m]) assert.match(stdout, exit);
  });
});

/** Every command of the program that can be run, and what is wrong with the help of each. */
async function readHelps(): Promise<{ commands: string[]; failures: string[] }> {
  const program = await buildProgram(['--help']);
  const leaves = (command: Command, path: string): [string, Command][] =>
    command.commands.length === 0
      ? [[path, command]]
      : command.commands.flatMap((each) => leaves(each, `${path} ${each.name()}`));
  const found = leaves(program, 'peye');
  const failures = found.flatMap(([path, command]) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    const examples = help.split('Examples:\n')[1] ?? '';
    const missing = [
      examples.includes(path) ? [] : 'an example',
      help.includes('--json') ? [] : '--json',
      command.description() !== '' ? [] : 'a description',
      help.split('\n').every((line) => line.length <= 140) ? [] : 'lines of 140 characters at most',
    ].flat();
    return missing.map((what) => `${path}: ${what}`);
  });
  return { commands: found.map(([path]) => path), failures };
}

describe('wrong settings: one line that names the setting, exit 1', () => {
  const cases: Record<string, string> = {
    HOST: 'a b',
    PORT: '0',
    PUBLIC_URL: 'pay.example',
    DATABASE_URL: 'mysql://secret-word@db/peye',
    REDIS_URL: 'http://secret-word@redis',
    ROLES: 'api,cook',
    SECRET_KEY: 'secret-word',
    RATE_LIMIT_PER_MINUTE: '-1',
    INVALID_KEY_LIMIT_PER_HOUR: 'ten',
    VERIFY_LIMIT_PER_MINUTE: '1.5',
    TRUST_PROXY: '10.0.0.0/33',
    WEBHOOK_ALLOWED_SUBNETS: 'localhost',
    EXCHANGE_RATE: '0',
    EXCHANGE_RATE_SOURCE: 'bank',
    EXCHANGE_RATE_URL: 'https://user:secret-word@rates.example/',
    EXCHANGE_RATE_REFRESH_MINUTES: '0',
    EXCHANGE_RATE_MIN: '0.9999',
    EXCHANGE_RATE_MAX: '10001',
    EXCHANGE_RATE_MAX_CHANGE_PERCENT: '-1',
    MONCASH_MIN_HTG: '-5',
    CARD_MAX_HTG: 'much',
    SANDBOX_AUTO_COMPLETE_SECONDS: 'soon',
    SANDBOX_EXPIRY_SECONDS: '0',
    LOG_LEVEL: 'loud',
    LOG_FORMAT: 'pretty',
  };
  for (const [name, value] of Object.entries(cases)) {
    // Contract: OPERATOR-3
    it(`${name}=${value}`, async () => {
      for (const args of [['start'], ['websites', 'list', '--json']]) {
        const { code, stdout, stderr } = await run(args, { [name]: value });
        assert.equal(code, 1);
        assert.equal(stdout, '');
        assert.match(stderr, new RegExp(`^peye: ${name} [^\\n]+ must be [^\\n]+\\n$`));
        assert.ok(!stderr.includes('secret-word'));
      }
    });
  }

  it('WEBHOOK_CA_FILE is missing or has no certificate: the start ends, and no port is open', async () => {
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'no certificate');
    const damaged = join(folder, 'damaged.pem');
    writeFileSync(damaged, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    for (const [file, reason] of [
      [join(folder, 'gone.pem'), /it cannot be read \(ENOENT\)/],
      [folder, /it cannot be read \(EISDIR\)/],
      [notes, /it holds no certificate in PEM/],
      [damaged, /a certificate in it is damaged/],
    ] as const) {
      const { code, stderr } = await run(['start'], { WEBHOOK_CA_FILE: file, LOG_LEVEL: 'silent' });
      assert.equal(code, 1);
      assert.match(stderr, /^peye: WEBHOOK_CA_FILE is set to "[^\n]+\n$/);
      assert.match(stderr, reason);
    }
  });

  it('a minimum above its maximum', async () => {
    const { code, stderr } = await run(['start'], { NATCASH_MIN_HTG: '200', NATCASH_MAX_HTG: '100' });
    assert.equal(code, 1);
    assert.match(stderr, /^peye: NATCASH_MIN_HTG is above NATCASH_MAX_HTG[^\n]*\n$/);
  });

  it('PostgreSQL without SECRET_KEY, or unavailable', async () => {
    const url = { DATABASE_URL: 'postgres://postgres:secret-word@127.0.0.1:1/peye' };
    // A start would wait for PostgreSQL: test/faults/start-without-store.test.ts.
    const unreachable = await run(['payments', 'list'], {
      ...url,
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      LOG_LEVEL: 'silent',
    });
    assert.equal(unreachable.code, 1);
    assert.match(
      unreachable.stderr,
      /^peye: the database is unavailable: [^\n]*ECONNREFUSED[^\n]*\. Check DATABASE_URL[^\n]*\n$/,
    );
    assert.ok(!unreachable.stderr.includes('secret-word'));
    // The driver would add ten lines of warning that its later versions check less. Peye always checks fully, and the docs say so.
    for (const mode of ['prefer', 'require', 'verify-ca']) {
      const { stderr } = await run(['payments', 'list'], { DATABASE_URL: `${url.DATABASE_URL}?sslmode=${mode}` });
      assert.match(stderr, /^peye: the database is unavailable: [^\n]*\n$/);
    }
  });

  it('a data folder that cannot be created, or is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const data of [join(folder, 'file', 'data'), join(folder, 'file')]) {
      const { code, stderr } = await run(['start'], { DATA_DIR: data, LOG_LEVEL: 'silent' });
      assert.equal(code, 1);
      assert.match(stderr, /^peye: DATA_DIR is "[^\n]*", but must be a folder [^\n]*ENOTDIR[^\n]*\n$/);
    }
  });

  it('for an unusable data folder, every command names the path, the reason and the remedy', async () => {
    const loop = join(folder, 'loop');
    symlinkSync(loop, loop);
    const cases: [data: string, reason: RegExp][] = [
      ['/dev/null/data', /\/dev\/null is not a folder \(ENOTDIR\)/],
      [loop, /ELOOP/],
      [join(folder, 'x'.repeat(300)), /ENAMETOOLONG/],
    ];
    for (const [data, reason] of cases) {
      for (const args of [['start'], ['payments', 'list'], ['migrate'], ['doctor']]) {
        const { code, stdout, stderr } = await run(args, { DATA_DIR: data, LOG_LEVEL: 'silent' });
        assert.equal(code, 1, `${args}: ${stdout}${stderr}`);
        const output = args[0] === 'doctor' ? stdout : stderr;
        assert.ok(output.includes(data), output);
        assert.match(output, reason);
        assert.match(output, /DATA_DIR="\$HOME\/peye" \S*peye start/);
      }
    }
    const none = join(folder, 'nothing-here');
    const { stderr } = await run(['payments', 'list'], { DATA_DIR: none });
    assert.match(
      stderr,
      /^peye: there is no database in \S+nothing-here yet: run `\S*peye start`.*, or set DATA_DIR to the folder of the database\.\n$/,
    );
  });

  it("another program's file where the store should be is left untouched", async () => {
    const data = join(folder, 'foreign');
    mkdirSync(data);
    writeFileSync(join(data, 'peye.db'), 'not a database, but long enough to look like one. '.repeat(20));
    const before = readFileSync(join(data, 'peye.db'));
    const { code, stderr } = await run(['start'], { DATA_DIR: data, LOG_LEVEL: 'silent' });
    assert.equal(code, 1);
    assert.match(stderr, /^peye: [^\n]*left untouched[^\n]*\n$/);
    assert.deepEqual(readFileSync(join(data, 'peye.db')), before);
  });
});

describe('a .env file', () => {
  const inFolder = (name: string, content: string | Buffer) => {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, '.env'), content);
    return cwd;
  };

  it('is read from the current folder, and the real environment wins', async () => {
    const cwd = inFolder('read', '# ours\nexport DATA_DIR="./kept"\nPORT=zero # wrong\n\n');
    const fromFile = await peyeProcess(['migrate'], { cwd });
    assert.match(fromFile.stderr, /PORT is set to "zero"/);
    const overridden = await peyeProcess(['migrate', '--json'], { cwd, settings: { PORT: '8081' } });
    assert.equal(overridden.code, 0, overridden.stderr);
    assert.ok(readFileSync(join(cwd, 'kept', 'peye.db')).length > 0);
  });

  it('that is broken or unreadable is one clear line, exit 1', async () => {
    const cases: [string, string, RegExp][] = [
      ['words', 'PORT=8080\nthis is no setting\n', /\.env, line 2/],
      ['quote', 'PORT=8080\nPUBLIC_URL="https://pay.example\nHOST=::1\n', /\.env, line 2/],
      ['no-name', '=8080\n', /\.env, line 1/],
    ];
    for (const [name, content, reason] of cases) {
      const { code, stderr, stdout } = await peye(['websites', 'list'], { cwd: inFolder(name, content) });
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, reason);
      assert.match(stderr, /^peye: [^\n]+\n$/);
    }
    const binary = await peye(['websites', 'list'], { cwd: inFolder('binary', Buffer.from([0x41, 0x3d, 0xff, 0xfe])) });
    assert.match(binary.stderr, /UTF-8/);
    const cwd = join(folder, 'directory');
    mkdirSync(join(cwd, '.env'), { recursive: true });
    const directory = await peye(['websites', 'list'], { cwd });
    assert.equal(directory.code, 1);
    assert.match(directory.stderr, /^peye: \.env cannot be read: [^\n]+\n$/);
  });

  it('quotes may span lines, and values may hold = and quotes', async () => {
    const cwd = inFolder('spans', "A=\"one\ntwo\"\nB=it's=fine\nC='x' # comment\nD=\nDATA_DIR=d\n");
    const { code, stderr } = await peyeProcess(['migrate'], { cwd });
    assert.equal(code, 0, stderr);
  });
});

describe('.env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const settings = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));

  // Contract: OPERATOR-4
  it('lists every setting, and no other', () => {
    assert.deepEqual(Object.keys(settings).sort(), settingNames().sort());
  });

  // Contract: OPERATOR-4
  it('shows the defaults', () => {
    assert.deepEqual(readConfig(settings), readConfig({}));
  });

  it('changes nothing when it is copied as it is', () => {
    assert.deepEqual(parseEnv(example), {});
  });
});

describe('bin/peye', () => {
  it('works through links, from any folder', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(join(elsewhere, 'bin'), { recursive: true });
    symlinkSync(PEYE, join(elsewhere, 'bin', 'first'));
    symlinkSync('first', join(elsewhere, 'bin', 'peye'));
    const { code, stdout } = await peyeProcess(['--version'], {
      cwd: elsewhere,
      program: join(elsewhere, 'bin', 'peye'),
    });
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
