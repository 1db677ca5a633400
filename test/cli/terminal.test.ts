import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { peye } from '../support/cli.ts';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { API, freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';
import { CTRL_C, NO_TERMINAL, onTerminal, type Terminal } from '../support/terminal.ts';

const READY_TIMEOUT_MS = 30_000;
const ESCAPE = '\u001b[';

describe('on a terminal', { skip: NO_TERMINAL }, () => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  const running = new Set<Terminal>();
  before(async () => {
    store = await emptyStore('sqlite');
    settings = { ...store.settings, PORT: String(await freePort()) };
  });
  after(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    await store?.drop();
  });

  const start = async (more: Record<string, string> = {}): Promise<Terminal> => {
    const started = onTerminal(['start'], { settings: { ...settings, ...more } });
    running.add(started);
    void started.ended.then(() => running.delete(started));
    await until(
      'it is ready',
      () => {
        assert.equal(started.child.exitCode, null, started.shown());
        return /Peye is ready.*\n\n/s.test(started.shown());
      },
      READY_TIMEOUT_MS,
    );
    return started;
  };
  const stop = async (started: Terminal) => {
    started.type(CTRL_C);
    assert.equal(await started.ended, 0, started.shown());
    return started.shown();
  };

  // Contract: OPERATOR-18
  it('a start logs readable lines in colour, without its settings, and requests as they come', async () => {
    const started = await start();
    const key = /tk_test_[0-9A-Za-z]{43}/.exec(started.shown())?.[0] ?? '';
    const client = httpClient(`http://127.0.0.1:${settings.PORT}`, { 'x-api-key': key });
    assert.equal((await client.post('/payments', paymentRequest())).status, 201);
    assert.equal((await client.get('/payments/1')).status, 404);
    const shown = await stop(started);
    const text = stripVTControlCharacters(shown);
    assert.match(text, /^\d\d:\d\d:\d\d info {2}Peye \d+\.\d+\.\d+ starts on Node v\d+/m);
    assert.match(text, /^\d\d:\d\d:\d\d info {2}Server listening at http/m);
    assert.match(text, new RegExp(`^\\S+ info  POST ${API}/payments 201 \\d+ ms  transaction_id=\\d+$`, 'm'));
    assert.match(text, /^\S+ info {2}GET \S+ 404 \d+ ms {2}.*req_id=/m);
    assert.match(text, /^\S+ info {2}stopped$/m);
    assert.doesNotMatch(text, /^\{|rate_limit_per_minute/m);
    assert.ok(shown.includes(`${ESCAPE}36minfo`) && shown.includes(`${ESCAPE}32m201`), shown);
  });

  // Contract: OPERATOR-18
  it('LOG_LEVEL=debug shows the settings, NO_COLOR removes the colours, LOG_FORMAT=json is JSON here too', async () => {
    const verbose = await stop(await start({ LOG_LEVEL: 'debug', NO_COLOR: '1' }));
    assert.match(verbose, /^\d\d:\d\d:\d\d\.\d{3} info {2}Peye .* rate_limit_per_minute=\d+/m);
    assert.ok(!verbose.includes(ESCAPE), verbose);
    const json = await stop(await start({ LOG_FORMAT: 'json' }));
    assert.match(json, /^\{"level":"info","time":"[^"]+Z","version":.*"msg":"starting"\}$/m);
  });

  // Contract: OPERATOR-18
  it('without a terminal, LOG_FORMAT=text is text, with colours only if FORCE_COLOR is set', async () => {
    const unusable = { DATA_DIR: '/dev/null/x', LOG_FORMAT: 'text' };
    const { stdout } = await peye(['start'], { settings: unusable });
    assert.match(stdout, /^\d\d:\d\d:\d\d info {2}Peye [^\n]*\n$/);
    const coloured = await peye(['start'], { settings: { ...unusable, FORCE_COLOR: '1' } });
    assert.ok(coloured.stdout.includes(`${ESCAPE}36minfo`), coloured.stdout);
    assert.ok(coloured.stderr.startsWith(`${ESCAPE}31m${ESCAPE}1mpeye:`), coloured.stderr);
    const { stdout: json } = await peye(['start'], { settings: { DATA_DIR: '/dev/null/x' } });
    assert.equal(JSON.parse(json).msg, 'starting');
  });

  it('a listing of payments fits 80 columns whatever is in it, and is not shortened without a terminal', async () => {
    const website = JSON.parse((await peye(['websites', 'create', '--name', 'Wide', '--json'], { settings })).stdout);
    const make = ['keys', 'create', '--website', website.id, '--mode', 'test', '--json'];
    const { key } = JSON.parse((await peye(make, { settings })).stdout);
    const started = await start();
    const client = httpClient(`http://127.0.0.1:${settings.PORT}`, { 'x-api-key': key });
    const long = { payment_method: 'lakaypay_card', amount: 499999.99, reference: `order-${'9'.repeat(60)}` };
    assert.equal((await client.post('/payments', paymentRequest(long))).status, 201);
    assert.equal((await client.post('/payments', paymentRequest({ reference: 'order-1042' }))).status, 201);
    const odd = {
      reference: 'a\u009b2J',
      customer_name: '\u009d52;c;aGk=\u009c \u202enp',
      metadata: { k: '\u{e0041}\u007f' },
    };
    const { json: steering } = await client.post('/payments', paymentRequest(odd));
    await stop(started);

    const list = async (columns: number, ...args: string[]) => {
      const listing = onTerminal(['payments', 'list', '--website', website.id, ...args], { settings, columns });
      assert.equal(await listing.ended, 0, listing.shown());
      return listing.shown().trimEnd().split('\n');
    };
    const narrow = await list(80);
    assert.ok(
      narrow.every((line) => line.length <= 80),
      narrow.join('\n'),
    );
    assert.match(narrow[0] ?? '', /^TRANSACTION ID +STATUS +AMOUNT +MODE +CREATED UTC$/);
    assert.match(narrow.at(-1) ?? '', /499999\.99 HTG +test +\d\d [A-Z][a-z][a-z] \d\d:\d\d$/);
    const wider = await list(96, '--local');
    assert.ok(
      wider.every((line) => line.length <= 96),
      wider.join('\n'),
    );
    assert.match(wider[0] ?? '', /REFERENCE +IN HAITI$/);
    assert.match(wider.join('\n'), /order-9+… .*\n|order-9+…/);
    assert.match((await list(200))[0] ?? '', /REFERENCE +WEBSITE +CREATED UTC$/);
    for (const args of [
      ['payments', 'list', '--website', website.id, '--limit', '1', '--json'],
      ['payments', 'show', steering.transaction_id, '--json'],
    ]) {
      const document = onTerminal(args, { settings });
      assert.equal(await document.ended, 0);
      assert.doesNotMatch(document.shown(), /[^\P{Cc}\n]|\p{Cf}/u, 'JSON cannot steer the terminal either');
      const piped = (await peye(args, { settings })).stdout;
      assert.deepEqual(JSON.parse(document.shown()), JSON.parse(piped));
      assert.ok(piped.includes(odd.customer_name), 'without a terminal, the text is as in the API');
    }
    const { stdout } = await peye(['payments', 'list', '--website', website.id, '--local'], { settings });
    assert.match(stdout, /WEBSITE +CREATED\n.*\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$/m);
  });
});

describe('output fits the terminal', { skip: NO_TERMINAL }, () => {
  let store: EmptyStore;
  before(async () => {
    store = await emptyStore('sqlite');
  });
  after(() => store?.drop());

  it('websites and findings of the doctor, at 80 columns and at 40, except text to paste', async () => {
    const { settings } = store;
    const address = `https://shop.example/${'webhooks/'.repeat(8)}`;
    const create = [
      'websites',
      'create',
      '--name',
      'A shop with a name as long as they come',
      '--callback-url',
      address,
    ];
    assert.equal((await peye(create, { settings })).code, 0);
    const show = async (args: string[], columns: number) => {
      const shown = onTerminal(args, { settings: { ...settings, NO_COLOR: '1' }, columns });
      assert.equal(await shown.ended, 0, shown.shown());
      return shown.shown();
    };
    for (const columns of [80, 40]) {
      for (const args of [['websites', 'list'], ['doctor']]) {
        const lines = (await show(args, columns)).split('\n').filter((line) => !line.includes('→'));
        const tooLong = lines.filter((line) => line.length > columns && line.trim().includes(' '));
        assert.deepEqual(tooLong, [], args.join(' '));
      }
    }
    assert.match(await show(['websites', 'list'], 100), /^ID +NAME +ACTIVE +CALLBACK URL +CREATED UTC\n/);
    const { stdout } = await peye(['websites', 'list'], { settings });
    assert.match(stdout, /^ID +NAME +ACTIVE +METHODS +CALLBACK URL +CREATED\n.* \d{4}-\d\d-\d\dT\S+Z\n$/);
  });
});

describe('progress', { skip: NO_TERMINAL }, () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'peye-progress-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Work that stops the event loop, as the embedded store's does: for a time, or until a file exists. */
  const script = (blockedMs: number, untilFile = '') => {
    const file = join(folder, `work-${blockedMs}.mts`);
    const progress = new URL('../../src/cli/progress.ts', import.meta.url).href;
    writeFileSync(
      file,
      `import { existsSync } from 'node:fs';
import { withProgress } from '${progress}';
const done = await withProgress('counting the stars', async (say) => {
  say('12 stars');
  const endMs = performance.now() + ${blockedMs};
  const step = new Int32Array(new SharedArrayBuffer(4));
  while (performance.now() < endMs && !existsSync('${untilFile}')) Atomics.wait(step, 0, 0, 50);
  return 'done';
});
process.stdout.write(done + '\\n');
`,
    );
    return file;
  };

  it('is shown on a terminal while work stops everything else, and disappears afterwards', async () => {
    const seen = join(folder, 'seen');
    const working = onTerminal([script(60_000, seen)], { program: process.execPath });
    const line = /[|/\\-] counting the stars … 12 stars, \d+ s\r/;
    await until('its line is shown', () => line.test(working.shown()), 60_000);
    writeFileSync(seen, '');
    assert.equal(await working.ended, 0, working.shown());
    const shown = working.shown();
    assert.ok(shown.endsWith(`\r${ESCAPE}Kdone\n`), JSON.stringify(shown));
  });

  it('is not shown without a terminal, nor for work that is soon done', async () => {
    const elsewhere = await peye([script(1500)], { program: process.execPath });
    assert.deepEqual(elsewhere, { code: 0, stdout: 'done\n', stderr: '' });
    const short = onTerminal([script(0)], { program: process.execPath });
    assert.equal(await short.ended, 0);
    assert.equal(short.shown(), 'done\n');
  });
});
