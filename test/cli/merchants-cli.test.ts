import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { COMMANDS, COMMON_OPTIONS } from '../../sdk/cli/src/commands.ts';
import { signWebhook } from '../../src/features/webhooks/sign.ts';
import { docFiles, fencesIn, ROOT } from '../support/doc-fences.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MerchantServer, startMerchantServer } from './merchant-server.ts';

const PEYE = `${ROOT}/sdk/cli/src/peye.ts`;

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line for merchants as its own process: it has the address of a gateway and a key, and no store. */
describe('peye for merchants', () => {
  let gateway: TestGateway;
  let merchant: MerchantServer;
  let home: string;
  let children: ChildProcess[] = [];
  before(async () => {
    gateway = await startTestGateway('sqlite');
  });
  beforeEach(async () => {
    merchant = await startMerchantServer();
    home = mkdtempSync(join(tmpdir(), 'peye-merchant-'));
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children = [];
    await merchant.close();
    rmSync(home, { recursive: true, force: true });
  });
  after(async () => {
    await gateway?.stop();
  });

  const start = (args: readonly string[], env: Record<string, string> = {}, input = '') => {
    const { NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, ['--no-warnings', PEYE, ...args], {
      cwd: home,
      env: { HOME: home, NODE_COMPILE_CACHE, ...env },
    });
    children.push(child);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    }
    child.stdin.end(input);
    const ended = once(child, 'close').then(([code]): Result => ({ code, ...output }));
    return { child, output, ended };
  };
  const connected = () => ({ PEYE_URL: gateway.url, PEYE_KEY: gateway.testKey });
  const run = (args: readonly string[], env: Record<string, string> = connected(), input = '') =>
    start(args, env, input).ended;
  const succeeds = async (args: readonly string[], env?: Record<string, string>, input?: string): Promise<string> => {
    const { code, stdout, stderr } = await run(args, env, input);
    assert.deepEqual([code, stderr], [0, ''], stdout);
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await succeeds([...args, '--json']));
  /** Fails with one line on stderr, nothing on stdout, and no key in it. */
  const fails = async (code: 1 | 2, args: readonly string[], reason: RegExp, env?: Record<string, string>) => {
    const result = await run(args, env);
    assert.equal(result.code, code, result.stderr);
    assert.match(result.stderr, reason);
    assert.match(result.stderr, /^peye: [^\n]+\n$/);
    assert.equal(result.stdout, '');
    assert.ok(!result.stderr.includes(gateway.testKey) && !result.stderr.includes(gateway.liveKey), result.stderr);
  };

  it('creates, lists, shows and verifies payments, for people and as JSON', async () => {
    const fields = ['--amount', '12.50', '--method', 'moncash', '--name', 'Marie Joseph', '--reference', 'cli-1'];
    const created = await json('payments', 'create', ...fields.with(1, '1250'));
    assert.match(created.payment_url, /^http:.*\/pay\//);
    const id: string = created.transaction_id;
    const shown = await succeeds(['payments', 'show', id]);
    assert.match(shown, new RegExp(`^transaction_id +${id}\n[\\s\\S]*amount +1250\\.00\n[\\s\\S]*status +processing`));
    assert.equal((await json('payments', 'show', id)).reference, 'cli-1');
    assert.equal((await json('payments', 'verify', id)).status, 'processing');
    const [header, line = ''] = (await succeeds(['payments', 'list', '--reference', 'cli-1'])).split('\n');
    assert.match(header ?? '', /^ID +STATUS +METHOD +AMOUNT +REFERENCE +CREATED$/);
    assert.match(line, new RegExp(`^${id} +processing +moncash +1250\\.00 HTG +cli-1 +\\d{4}-`));
    assert.deepEqual(await json('payments', 'list', '--reference', 'no-such-order'), []);
    assert.equal(await succeeds(['payments', 'list', '--reference', 'no-such-order']), 'No payments match.\n');
    await fails(1, ['payments', 'show', '999999999999999'], /^peye: .*\(request req_/);
    await fails(1, ['payments', 'create', ...fields.with(3, 'cash')], /payment_method.*\(request req_/i);
  });

  it('takes options before the command, and shows no member that is always the same', async () => {
    const own = ['--url', gateway.url, `--key=${gateway.testKey}`, '--json'];
    const website = JSON.parse(await succeeds([...own, 'website'], {}));
    assert.equal(typeof website.name, 'string');
    assert.equal(
      await succeeds(['--reference', 'no-such-order', 'payments', 'list', '--url', gateway.url], connected()),
      'No payments match.\n',
    );
    const text = await succeeds(['--amount', '500', 'payments', 'create', '--method', 'moncash', '--name', 'Jean']);
    assert.match(text, /^transaction_id +\d{15}$/m);
    assert.doesNotMatch(text, /success/);
    await fails(2, ['--url', gateway.url, '--key', gateway.testKey], /a command is missing/);
    await fails(2, ['--key', gateway.testKey, 'no-such-command'], /unknown command "no-such-command"/);
    assert.match(await succeeds(['--help']), /^Usage: peye COMMAND/);
    assert.match(await succeeds(['--json', 'payments', 'show', '--help']), /^Usage: peye payments show ID/);
  });

  it('triggers its own payment, or the one that you name, and lists its event and the API requests', async () => {
    const { testKey } = await gateway.newWebsite();
    const own = { PEYE_URL: gateway.url, PEYE_KEY: testKey };
    assert.equal(await succeeds(['events'], own), 'No events.\n');
    const text = await succeeds(['trigger', 'payment.success'], own);
    const [, id = ''] = /^Payment (\d{15}) is now completed\. Event: payment\.success\.\n$/.exec(text) ?? [];
    const failed = JSON.parse(
      await succeeds(['trigger', 'payment.failed', '--failure-reason', 'insufficient_balance', '--json'], own),
    );
    assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'insufficient_balance']);
    const created = ['payments', 'create', '--amount', '500', '--method', 'natcash', '--name', 'Jean', '--json'];
    const open = JSON.parse(await succeeds(created, own)).transaction_id;
    assert.match(await succeeds(['trigger', 'payment.success', open], own), new RegExp(`^Payment ${open} is now comp`));
    const lines = (await succeeds(['events', '--limit', '2'], own)).trim().split('\n');
    assert.match(lines[1] ?? '', new RegExp(`^payment\\.success +${id} +`));
    const [, after = ''] = /^More events: peye events --after (\S+)$/.exec(lines[3] ?? '') ?? [];
    const rest = JSON.parse(await succeeds(['events', '--after', after, '--json'], own));
    assert.deepEqual(
      rest.data.map((event: { data: { transaction_id: string } }) => event.data.transaction_id),
      [open],
    );
    await fails(1, ['trigger', 'payment.success', open], /final/, own);
    await until('the request that failed is in the log', async () => {
      const table = await succeeds(['logs', '--status', '4xx'], own);
      return /409 +POST +\/api\/gateway\/v1\/test_helpers\S+ +payment_already_final/.test(table);
    });
    assert.equal(JSON.parse(await succeeds(['logs', '--limit', '1', '--json'], own)).length, 1);
    await fails(1, ['logs', '--status', '9xx'], /status/i, own);
  });

  it('login stores a gateway and a key in a file that only its owner can read, and never prints the key', async () => {
    const file = join(home, '.config', 'peye', 'profiles.json');
    mkdirSync(join(home, '.config', 'peye'), { recursive: true });
    chmodSync(join(home, '.config', 'peye'), 0o755);
    const login = ['login', '--url', `${gateway.url}/docs`, '--profile', 'shop'];
    const printed = await succeeds(login, {}, `${gateway.testKey}\n`);
    assert.match(printed, /^Website +Test shop \(test\)\n/);
    assert.ok(!printed.includes(gateway.testKey));
    assert.deepEqual([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777], [0o600, 0o700]);
    assert.match(await succeeds(['website', '--profile', 'shop'], {}), /Mode +test/);
    assert.match(await succeeds(['website', '--profile', 'shop'], { PEYE_KEY: gateway.liveKey }), /Mode +live/);
    assert.match(await succeeds(['website', '--url', gateway.url, '--key', gateway.liveKey], {}), /Mode +live/);
    // A stored key goes to its own gateway only.
    const other = { PEYE_URL: merchant.origin };
    await fails(1, ['website', '--profile', 'shop'], /the key of profile "shop" is for http:/, other);
    assert.equal(merchant.received.length, 0);
    await fails(1, ['website'], /there is no profile "default"\. Run peye login/, {});
    assert.equal(await succeeds(['logout', '--profile', 'shop'], {}), 'Profile shop removed.\n');
    assert.ok(!readFileSync(file, 'utf8').includes(gateway.testKey));
    await fails(1, ['logout', '--profile', 'shop'], /no profile/, {});
    writeFileSync(file, '{"default": 1}');
    await fails(1, ['website'], /profiles\.json cannot be read/, {});
  });

  it('login stores nothing unless the key works', async () => {
    const key = `tk_test_${'x'.repeat(43)}`;
    await fails(1, ['login', '--url', gateway.url], /key/i, { PEYE_KEY: key });
    await fails(2, ['login', '--url', gateway.url], /not an API key/, { PEYE_KEY: 'whsec_secret' });
    await fails(2, ['login'], /--url/, { PEYE_KEY: key });
    await fails(1, ['website'], /there is no profile/, {});
  });

  it('says what is wrong with arguments with exit code 2, and never repeats a key', async () => {
    await fails(2, ['no-such-command'], /unknown command "no-such-command"/);
    await fails(2, ['payments'], /payments is followed by create, list, show, verify/);
    await fails(2, ['payments', 'show'], /usage: peye payments show ID/);
    await fails(2, ['payments', 'show', '1', '2'], /usage/);
    await fails(2, ['payments', 'create', '--amount', '500'], /needs --amount, --method and --name/);
    await fails(2, ['payments', 'create', '--amount', '5e2', '--method', 'moncash', '--name', 'A'], /--amount is a/);
    await fails(2, ['payments', 'list', '--limit', '101'], /1 to 100/);
    await fails(2, ['payments', 'list', `--${gateway.testKey}`], /unknown or has no value/);
    await fails(2, ['website', '--url', 'shop.example', '--key', gateway.testKey], /--url is the address/);
    await fails(2, ['website', '--url', gateway.url, '--key', `x${gateway.testKey}`], /not an API key/);
    await fails(2, ['trigger', 'payment.refunded'], /payment\.success, payment\.failed/);
    await fails(2, ['trigger', 'payment.success', '--failure-reason', 'declined'], /payment\.failed only/);
    await fails(2, ['trigger', 'payment.failed', '--failure-reason', 'bored'], /a failure reason is one of/);
    await fails(2, ['listen'], /--forward/);
    await fails(2, ['listen', '--forward', 'localhost:3000'], /http:\/\/ or https:\/\//);
    await fails(2, ['listen', '--forward', 'http://localhost', '--secret', 'secret'], /whsec_/);
    await fails(1, ['trigger', 'payment.success', '--key', gateway.liveKey], /needs a test key/);
    await fails(1, ['listen', '--forward', 'http://localhost', '--key', gateway.liveKey], /needs a test key/);
    const { code, stdout } = await run(['--help']);
    assert.equal(code, 0);
    for (const name of ['login', 'payments create', 'trigger', 'listen', 'webhooks test', 'logs']) {
      assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
      assert.match(
        await succeeds([...name.split(' '), '--help']),
        new RegExp(`^Usage: peye ${name}.*\n\n.*\n\nOptions: `),
      );
    }
    assert.match(await succeeds(['--version']), /^\d+\.\d+\.\d+\n$/);
  });

  it('a wrong key, an unavailable gateway and a server that is no gateway each end with one line and exit code 1', async () => {
    const unavailable = `http://127.0.0.1:${await freePort()}`;
    const wrongKey = { PEYE_URL: gateway.url, PEYE_KEY: `tk_test_${'x'.repeat(43)}` };
    merchant.respond = (response) => void response.writeHead(200).end('<html>A shop</html>');
    for (const args of [['website'], ['payments', 'list'], ['events'], ['logs'], ['trigger', 'payment.success']]) {
      await fails(1, args, /key/i, wrongKey);
      await fails(1, args, /./, { ...connected(), PEYE_URL: merchant.origin });
    }
    for (const args of [['website'], ['logs']]) await fails(1, args, /./, { ...connected(), PEYE_URL: unavailable });
    const listen = ['listen', '--forward', merchant.origin];
    const rejected = await run(listen, wrongKey);
    assert.equal(rejected.code, 1);
    assert.match(rejected.stderr, /^peye: the gateway rejects this key: [^\n]+\n$/);
    const noGateway = await run(listen, { ...connected(), PEYE_URL: merchant.origin });
    assert.equal(noGateway.code, 1);
    assert.match(noGateway.stderr, /is not the events feed of a Peye gateway/);
  });

  it('text of another server cannot steer the terminal', async () => {
    const message = '\u001b[31mred\u202e';
    merchant.respond = (response) =>
      void response
        .writeHead(422, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: false, error: 'validation_error', message, errors: { a: [message] } }));
    for (const args of [['website'], ['logs']]) {
      const { stderr } = await run(args, { ...connected(), PEYE_URL: merchant.origin });
      assert.ok(stderr.includes('red'), stderr);
      assert.doesNotMatch(stderr.trimEnd(), /\p{Cc}|\p{Cf}/u);
    }
  });

  const listening = async (env: Record<string, string>, ...args: string[]) => {
    const listener = start(['listen', '--forward', `${merchant.origin}/hook`, ...args], env);
    await until('listen follows the feed', () => {
      if (listener.child.exitCode !== null) throw new Error(listener.output.stderr);
      return /Ctrl-C to stop/.test(listener.output.stdout + listener.output.stderr);
    });
    return listener;
  };

  it('listen forwards events with a valid signature, and continues after a kill without losing one', async () => {
    const { testKey } = await gateway.newWebsite();
    const env = { PEYE_URL: gateway.url, PEYE_KEY: testKey };
    const first = await listening(env);
    const [secret = ''] = /whsec_\w+/.exec(first.output.stdout) ?? [];
    await succeeds(['trigger', 'payment.success'], env);
    await until('the event arrives', () => merchant.received.length === 1);
    const [received] = merchant.received;
    assert.equal(received?.path, '/hook');
    assert.equal(received?.headers['x-gateway-signature'], signWebhook(received?.body ?? '', secret));
    assert.equal(received?.headers['x-gateway-mode'], 'test');
    await until('it is reported', () => /payment\.success {2}\d{15} {2}200 {2}\d+ ms/.test(first.output.stdout));
    assert.ok(!first.output.stdout.includes(testKey));
    first.child.kill('SIGKILL');
    await first.ended;

    const missed = JSON.parse(await succeeds(['trigger', 'payment.failed', '--json'], env)).transaction_id;
    const own = `whsec_${'own'.repeat(8)}`;
    const second = await listening({ ...env, PEYE_WEBHOOK_SECRET: own }, '--json');
    await until('the event that came in between arrives', () => merchant.received.length === 2);
    const body = merchant.received[1]?.body ?? '';
    assert.equal(JSON.parse(body).data.transaction_id, missed);
    assert.equal(merchant.received[1]?.headers['x-gateway-signature'], signWebhook(body, own));
    await until('it is reported', () => second.output.stderr.includes(missed));
    second.child.kill('SIGINT');
    const { code, stdout } = await second.ended;
    assert.deepEqual([code, JSON.parse(stdout)], [0, { forwarded: 1, accepted: 1 }]);
    assert.ok(!second.output.stderr.includes(own));

    merchant.respond = (response) => void response.writeHead(401).end();
    const third = await listening(env, '--from-start', '--print-json');
    await until('the refusal is explained', () => /Your server responded with 401/.test(third.output.stderr));
    await until('both events are printed', () => third.output.stdout.trim().split('\n').length === 2);
    assert.equal(JSON.parse(third.output.stdout.split('\n')[1] ?? '').data.transaction_id, missed);
  });

  it('webhooks test shows whether a handler accepts a signed event, and rejects a wrong signature', async () => {
    const secret = `whsec_${'s'.repeat(32)}`;
    const test = ['webhooks', 'test', '--forward', `${merchant.origin}/hook`, '--secret', secret];
    merchant.respond = (response, { body, headers }) =>
      void response.writeHead(headers['x-gateway-signature'] === signWebhook(body, secret) ? 204 : 401).end();
    const text = await succeeds(test);
    assert.match(text, /^Test event to http:\S+\/hook\nSigned +204 {2}\d+ ms\nWrong signature +401 {2}\d+ ms\n$/);
    assert.deepEqual(
      merchant.received.map(({ headers }) => [headers['x-gateway-event'], headers['x-gateway-mode']]),
      [
        ['test', 'test'],
        ['test', 'test'],
      ],
    );
    const ended = async (args: readonly string[], reason: RegExp) => {
      const { code, stderr } = await run(args);
      assert.equal(code, 1);
      assert.match(stderr, reason);
    };
    merchant.respond = (response) => void response.writeHead(200).end();
    await ended(test, /^peye: your handler accepted an event with a wrong signature[^\n]*\n$/);
    merchant.respond = (response) => void response.writeHead(500).end();
    await ended(test, /^peye: your handler did not accept the signed event[^\n]*\n$/);
    await ended(test.with(3, `http://127.0.0.1:${await freePort()}`), /did not respond: the connection was refused/);
    // Without a URL it is the callback URL of the website, which this one does not have.
    await ended(['webhooks', 'test', '--secret', secret], /has no callback URL/);
    assert.equal((await run(['webhooks', 'test'])).code, 2);
  });

  it('has every command and option that the docs show', () => {
    let count = 0;
    const fences = [...docFiles()].flatMap(([file, markdown]) =>
      fencesIn(markdown).map(({ text }) => [file, text] as const),
    );
    for (const [file, shown] of fences) {
      for (const [, line = ''] of shown.matchAll(
        /^(?:npx --yes \S+peye-cli-\S+|peye) (?!login --url \S+$)([a-z].*)$/gm,
      )) {
        const words = line.split(' ');
        const name = words.slice(0, 2).join(' ') in COMMANDS ? words.slice(0, 2).join(' ') : (words[0] ?? '');
        const { options = [], flags = [] } = COMMANDS[name] ?? assert.fail(`${file}: ${line}`);
        for (const [, option = ''] of line.matchAll(/ --([a-z-]+)/g)) {
          assert.ok([...options, ...flags, ...COMMON_OPTIONS, 'json'].includes(option), `${file}: ${line}`);
        }
        count++;
      }
    }
    assert.ok(count >= 15, `${count} commands were found`);
  });

  it('it is no failure when the reader of the output closes it', async () => {
    const { child, ended } = start(['payments', 'list', '--json'], connected());
    child.stdout.destroy();
    assert.deepEqual(await ended.then(({ code, stderr }) => [code, stderr]), [0, '']);
  });
});
