import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { peye, type RunningCli, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { API, freePort, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { withDatabase } from '../support/store-access.ts';
import { type MerchantServer, type Received, startMerchantServer, testCertificate } from './merchant-server.ts';

const SECRET = `whsec_${'s'.repeat(32)}`;

onSqliteByDay('peye listen', (engine) => {
  let store: EmptyStore;
  let gateway: NodeProcess;
  let merchant: MerchantServer;
  let stateFolder: string;
  let key: string;
  const running = new Set<RunningCli>();

  before(async () => {
    store = await newStore(engine);
    gateway = await startNode(store.settings);
  });
  beforeEach(async () => {
    merchant = await startMerchantServer();
    stateFolder = mkdtempSync(join(tmpdir(), 'peye-listen-'));
    // Each test has its own feed.
    key = await newKey();
  });
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    await merchant.close();
    rmSync(stateFolder, { recursive: true, force: true });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    await store?.drop();
  });

  const run = (...args: string[]) => peye(args, { settings: store.settings });
  const newWebsite = async (): Promise<string> =>
    JSON.parse((await run('websites', 'create', '--name', 'Shop', '--json')).stdout).id;
  const newKey = async (websiteId?: string, mode = 'test'): Promise<string> => {
    const made = ['keys', 'create', '--website', websiteId ?? (await newWebsite()), '--mode', mode, '--json'];
    return JSON.parse((await run(...made)).stdout).key;
  };
  /** Creates a payment, makes it final, and returns its transaction id. */
  const finish = async (changes: Record<string, unknown> | string = {}, end = 'complete'): Promise<string> => {
    const body = typeof changes === 'string' ? changes : paymentRequest(changes);
    const id = (await gateway.client(key).post('/payments', body)).json.transaction_id;
    assert.equal((await gateway.client(key).post(`/test_helpers/payments/${id}/${end}`)).status, 200);
    return id;
  };
  const start = (args: string[] = [], settings: Record<string, string> = {}): RunningCli => {
    const forward = args.includes('--forward') ? [] : ['--forward', `${merchant.origin}/hook`];
    const started = spawnPeye(['listen', '--key', key, '--url', gateway.url, ...forward, ...args], {
      settings: { XDG_STATE_HOME: stateFolder, ...settings },
    });
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  };
  const reported = (listener: RunningCli, text: string, times = 1) =>
    until(
      `listen prints ${text}\n`,
      () => {
        const output = listener.stdout() + listener.stderr();
        if (listener.child.exitCode !== null) throw new Error(`listen ended: ${output}`);
        return output.match(new RegExp(text, 'gm'))?.length === times;
      },
      15_000,
    );
  /** Starts `peye listen`, and waits until it follows the feed. */
  const startReady = async (...args: string[]) => {
    const listener = start(args);
    await reported(listener, 'Ctrl-C to stop');
    return listener;
  };
  const stop = async (listener: RunningCli) => {
    listener.child.kill('SIGINT');
    assert.equal(await listener.ended, 0, listener.stderr());
  };
  const receivedIds = () => merchant.received.map(({ body }) => JSON.parse(body).data.transaction_id);
  const arrived = (...ids: string[]) =>
    until(`${ids.length} events arrive`, () => {
      assert.ok(merchant.received.length <= ids.length, 'no event is posted twice');
      return merchant.received.length === ids.length;
    }).then(() => assert.deepEqual(receivedIds(), ids));

  it('two listeners with the same address and key forward every event and are never limited', async () => {
    const limited = await startNode({ ...store.settings, RATE_LIMIT_PER_MINUTE: '60' });
    try {
      const second = await startMerchantServer();
      try {
        const to = (origin: string) => start(['--url', limited.url, '--forward', `${origin}/hook`]);
        const listeners = [to(merchant.origin), to(second.origin)];
        for (const listener of listeners) await reported(listener, 'Ctrl-C to stop');
        const ids: string[] = [];
        for (let count = 0; count < 8; count++) {
          // The other node finishes the payment. Then the current poll of both listeners ends with the event, and the next poll starts.
          ids.push(await finish());
          for (const { received } of [merchant, second]) {
            await until(`event ${count + 1} arrives`, () => received.length === count + 1);
          }
        }
        for (const { received } of [merchant, second]) {
          assert.deepEqual(
            received.map(({ body }) => JSON.parse(body).data.transaction_id),
            ids,
          );
        }
        for (const listener of listeners) {
          await stop(listener);
          assert.doesNotMatch(listener.stdout() + listener.stderr(), /rate_limit|too many|limits/i);
        }
      } finally {
        await second.close();
      }
    } finally {
      await limited.end('SIGTERM');
    }
  });

  it('on 401, names the signing secret by its last characters alone, and says where the right one may be', async () => {
    const websiteId = await newWebsite();
    key = await newKey(websiteId);
    const rolled = JSON.parse((await run('websites', 'roll-secret', websiteId, '--json')).stdout).webhook_secret;
    merchant.respond = (response) => void response.writeHead(401).end();
    const refusedOnce = async (listener: RunningCli) => {
      await finish();
      await finish();
      await reported(listener, '  401  ', 2);
      assert.equal(listener.stdout().match(/Your server responded with 401/g)?.length, 1, 'the hint is shown once');
      await stop(listener);
      return listener.stdout();
    };

    const remote = await refusedOnce(await startReady('--secret', SECRET));
    assert.match(
      remote,
      /Peye signs with the secret ending in …ssss \(--secret\)\. .*--secret whsec_… or PEYE_WEBHOOK_SECRET/,
    );
    assert.ok(remote.includes(`the key ending in …${key.slice(-4)}`), remote);
    assert.ok(!remote.includes(SECRET) && !remote.includes(key));

    // Without --url the gateway is that of the settings, whose store knows the website.
    const local = (secret: string) => {
      const { host, port } = new URL(gateway.url);
      const started = spawnPeye(['listen', '--key', key, '--forward', `${merchant.origin}/hook`, '--secret', secret], {
        settings: { ...store.settings, HOST: host.split(':')[0]!, PORT: port, XDG_STATE_HOME: stateFolder },
      });
      running.add(started);
      void started.ended.then(() => running.delete(started));
      return reported(started, 'Ctrl-C to stop').then(() => started);
    };
    const other = await refusedOnce(await local(SECRET));
    assert.ok(other.includes(`webhook secret of website ${websiteId} (Shop) ends in …${rolled.slice(-4)}.`), other);
    assert.match(other, new RegExp(`create a new one: \\S*peye websites roll-secret ${websiteId}\n`));
    assert.ok(!other.includes(rolled) && !other.includes(SECRET));
    const same = await refusedOnce(await local(rolled));
    assert.match(same, new RegExp(`That is the webhook secret of website ${websiteId} \\(Shop\\): compare it`));
    assert.ok(!same.includes(rolled));
  });

  // Contract: FEED-14
  it('a payment on the hosted page arrives as a signed webhook at the local handler', {
    skip: NO_BROWSER,
  }, async () => {
    const listener = await startReady('--secret', SECRET);
    const payment = (await gateway.client(key).post('/payments', paymentRequest())).json;
    const browser = await launchBrowser();
    try {
      const { page } = await openTab(browser, gateway.url);
      await page.goto(payment.payment_url);
      await page.locator('[name=phone]').fill('37000001');
      await page.locator('[name=pin]').fill('1234');
      await page.locator('button').first().click();
      await page.locator('[name=code]').fill('123456');
      await page.locator('button').first().click();
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    } finally {
      await browser.close();
    }
    await arrived(payment.transaction_id);
    const [{ path, headers, body }] = merchant.received as [Received];
    assert.equal(path, '/hook');
    assertSigned(merchant.received[0], SECRET);
    const { event, timestamp, data } = JSON.parse(body);
    assert.equal(event, 'payment.success');
    assert.deepEqual([headers['x-gateway-event'], headers['x-gateway-timestamp']], [event, String(timestamp)]);
    assert.equal(headers['content-type'], 'application/json');
    const read = await gateway.client(key).get(`/payments/${payment.transaction_id}`);
    assert.deepEqual(data, read.json.data);
    assert.equal(timestamp, Math.floor(Date.parse(data.completed_at) / 1000));
    await reported(listener, `^\\S+Z  payment\\.success  ${payment.transaction_id}  200  \\d+ ms$`);
    await stop(listener);
  });

  it('posts the very bytes that the webhook has, metadata included', async () => {
    const website = await newWebsite();
    key = await newKey(website);
    await run('websites', 'update', website, '--callback-url', 'https://shop.example/hook');
    const listener = await startReady();
    const metadata = '{"2":"b",\n "1":12345678901234567890.10,\t"é":"\\u00e9}]\\"", "nested":[[1],{"data":null}]}';
    const request = JSON.stringify(paymentRequest({ reference: '","data":{}' }));
    const id = await finish(request.replace(/}$/, `,"metadata":${metadata}}`), 'fail');
    await arrived(id);
    const [row] = await withDatabase(store.settings, (db) =>
      db.query<{ body: string }>('SELECT body FROM deliveries WHERE payment_id = $1', [Number(id)]),
    );
    assert.ok(row?.body.includes(metadata));
    assert.equal(merchant.received[0]?.body, row?.body);
    await stop(listener);
  });

  // Contract: REFUND-12
  it('posts the events of refunds too, in order and with the very bytes of the webhook; an older gateway has none', async (context) => {
    const website = await newWebsite();
    key = await newKey(website);
    await run('websites', 'update', website, '--refund-callback-url', 'https://shop.example/refunds');
    const listener = start(['--secret', SECRET]);
    await reported(listener, 'Ctrl-C to stop');
    const id = await finish({ payment_method: 'lakaypay_card' });
    const refunds = `${gateway.url}/api/refunds/v1/refunds`;
    const body = { transaction_id: id, amount: 10 };
    assert.equal((await gateway.client(key).request('PUT', `${refunds}/one`, body)).status, 201);
    await arrived(id, id);
    const [, refund] = merchant.received;
    assert.equal(refund?.headers['x-gateway-event'], 'refund.succeeded');
    assertSigned(refund, SECRET);
    const [row] = await withDatabase(store.settings, (db) =>
      db.query<{ body: string }>('SELECT body FROM deliveries WHERE website_id = $1', [website]),
    );
    assert.equal(refund?.body, row?.body);
    await reported(listener, `refund\\.succeeded  ${id}  200`);
    await stop(listener);

    const older = createServer(async (request, response) => {
      const found = request.url?.startsWith('/api/refunds/')
        ? new Response('{"success":false,"error":"not_found","message":"-"}', { status: 404 })
        : await fetch(`${gateway.url}${request.url}`, { headers: { 'x-api-key': key } });
      response.writeHead(found.status).end(await found.text());
    });
    context.after(() => older.close());
    await new Promise<void>((done) => older.listen(0, '127.0.0.1', done));
    const whole = start(['--from-start', '--url', `http://127.0.0.1:${(older.address() as AddressInfo).port}`]);
    await arrived(id, id, id);
    assert.equal(merchant.received[2]?.headers['x-gateway-event'], 'payment.success');
    await stop(whole);
  });

  // Contract: FEED-14
  it('starts with new events, and resumes where it stopped', async () => {
    const earlier = await finish();
    const first = await startReady();
    const seen = await finish();
    await arrived(seen);
    await stop(first);

    const missed = [await finish(), await finish({}, 'fail')];
    const second = await startReady();
    assert.match(second.stdout(), /Continuing where the last run stopped/);
    await arrived(seen, ...missed);
    await stop(second);

    const whole = start(['--from-start', '--json']);
    await arrived(seen, ...missed, earlier, seen, ...missed);
    await stop(whole);
    assert.equal(whole.stdout(), '{"forwarded":4,"accepted":4}\n', 'one document on stdout');
  });

  it('the first event of a feed that was empty at the start is not missed, even if it comes while listen is stopped', async () => {
    await stop(await startReady());
    const id = await finish();
    const listener = await startReady();
    await arrived(id);
    await stop(listener);
  });

  it('resumes in the middle of a page', async () => {
    const { port } = new URL(merchant.origin);
    const first = await startReady();
    await stop(first);
    const ids = [await finish(), await finish(), await finish()];
    // The server closes after its first response, with two events of the page left.
    merchant.respond = (response) => {
      response.setHeader('connection', 'close').end(() => void merchant.close());
    };
    const second = await startReady();
    await reported(second, 'is unavailable');
    assert.deepEqual(receivedIds(), ids.slice(0, 1));
    await stop(second);
    merchant = await startMerchantServer({ port: Number(port) });
    const third = await startReady();
    await arrived(...ids.slice(1));
    await stop(third);
  });

  it('survives the restart of the gateway, and reports it once', async () => {
    const { port } = new URL(gateway.url);
    const listener = await startReady();
    const before = await finish();
    await arrived(before);
    await gateway.end('SIGKILL');
    await reported(listener, 'The gateway at \\S+ is unavailable');
    gateway = await startNode({ ...store.settings, PORT: port }, gateway.seed);
    const later = await finish();
    await arrived(before, later);
    await reported(listener, 'The gateway is available again');
    await reported(listener, 'is unavailable', 1);
    await stop(listener);
  });

  it('--print-json prints the events of the feed, a line each, and nothing else on stdout', async () => {
    const listener = await startReady('--print-json');
    const request = JSON.stringify(paymentRequest());
    const ids = [await finish(request.replace(/}$/, ',"metadata":{"a":\n12345678901234567890}}')), await finish()];
    await arrived(...ids);
    await until('both events are printed', () => listener.stdout().split('\n').length === 3);
    await stop(listener);
    const feed = (await gateway.client(key).get('/events')).text;
    const lines = listener.stdout().trimEnd().split('\n');
    assert.equal(lines.length, 2);
    assert.ok(feed.replaceAll('\n', ' ').includes(`"data":[${lines.join(',')}]`), 'the events are as in the feed');
  });

  // The tests below do not depend on the store.
  if (engine === 'postgres') return;

  it('without a secret shows one, the same each time, and signs with it', async () => {
    const secrets: string[] = [];
    for (let i = 0; i < 2; i++) {
      const listener = await startReady();
      secrets.push(/whsec_\S{32,}/.exec(listener.stdout())?.[0] ?? '');
      if (i === 0) {
        await arrived(await finish());
        assertSigned(merchant.received[0], secrets[0] ?? '');
      }
      await stop(listener);
    }
    assert.ok(secrets[0]?.startsWith('whsec_'));
    assert.equal(secrets[0], secrets[1]);

    const given = start([], { PEYE_WEBHOOK_SECRET: SECRET });
    await reported(given, 'Ctrl-C to stop');
    await finish();
    await until('the second event arrives', () => merchant.received.length === 2);
    assertSigned(merchant.received[1], SECRET);
    assert.ok(!given.stdout().includes('whsec_'), 'a given secret is not shown');
    await stop(given);
  });

  it('stores the position of each key and base URL in a file without the key', async () => {
    await stop(await startReady());
    const other = await newKey();
    const own = key;
    key = other;
    await stop(await startReady());
    const files = readdirSync(join(stateFolder, 'peye'));
    assert.equal(files.length, 2);
    for (const file of files) {
      const path = join(stateFolder, 'peye', file);
      assert.equal(statSync(path).mode & 0o777, 0o600);
      const text = readFileSync(path, 'utf8');
      for (const secret of [own, other]) assert.ok(!`${file}${text}`.includes(secret));
      writeFileSync(path, 'something else');
    }
    const broken = start();
    assert.equal(await broken.ended, 1);
    assert.match(broken.stderr(), /^peye: \S+\.json is not a position in the feed\. Delete the file [^\n]+\n$/);
  });

  it('keeps its position while the local server is unavailable, reports that once, and delivers afterwards', async () => {
    const { port } = new URL(merchant.origin);
    const listener = await startReady();
    const first = await finish();
    await arrived(first);
    await merchant.close();
    const ids = [await finish(), await finish()];
    await reported(listener, 'is unavailable \\(the connection was refused\\)');
    await stop(listener);

    const again = await startReady();
    await reported(again, 'is unavailable');
    merchant = await startMerchantServer({ port: Number(port) });
    await arrived(...ids);
    await reported(again, 'is unavailable', 1);
    await stop(again);
  });

  it('finishes the event that is on its way before it ends', async () => {
    const listener = await startReady();
    let finishResponse = () => {};
    merchant.respond = (response) => {
      finishResponse = () => void response.end('ok');
    };
    const id = await finish();
    await arrived(id);
    listener.child.kill('SIGTERM');
    await reported(listener, 'Stopping');
    finishResponse();
    assert.equal(await listener.ended, 0);
    assert.match(listener.stdout(), new RegExp(`${id}  200`));

    merchant.respond = (response) => void response.end('ok');
    const again = await startReady();
    const next = await finish();
    await arrived(id, next);
    await stop(again);
  });

  it('shows every response of the handler, and follows no redirect', async () => {
    const listener = await startReady();
    merchant.respond = (response) => void response.writeHead(500).end('oops');
    const failed = await finish();
    await reported(listener, `${failed}  500  \\d+ ms`);
    await reported(listener, 'the next event follows. To forward all events again, use --from-start');
    merchant.respond = (response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    const redirected = await finish();
    await reported(listener, `${redirected}  302  \\d+ ms`);
    await arrived(failed, redirected);
    await stop(listener);
  });

  // Regression: listen retried forever, and printed OpenSSL's message.
  it('https:// at a gateway or a local server without TLS ends listen, with the setting to change', async () => {
    const https = (url: string) => url.replace('http:', 'https:');
    const wrongGateway = start(['--url', https(gateway.url)]);
    assert.equal(await wrongGateway.ended, 1);
    assert.match(
      wrongGateway.stderr(),
      /^peye: https:\S+ begins with https:\/\/, but the server there does not use TLS\. Set --url to [^\n]+\n$/,
    );
    await finish();
    const wrongServer = start(['--from-start', '--forward', https(merchant.origin)]);
    assert.equal(await wrongServer.ended, 1);
    assert.match(
      wrongServer.stderr(),
      /peye: https:\S+ begins with https:\/\/, but the server there does not use TLS\. Set --forward to its http:\/\/ address\.\n$/,
    );
    assert.equal(merchant.received.length, 0);
  });

  it('--skip-verify accepts a self-signed certificate, which otherwise ends listen', async () => {
    const certificate = testCertificate();
    const secure = await startMerchantServer({ tls: certificate });
    try {
      const id = await finish();
      const strict = start(['--from-start', '--forward', secure.origin]);
      assert.equal(await strict.ended, 1);
      assert.match(
        strict.stderr(),
        /^peye: the certificate of https:\S+ is not trusted: [^\n]+ use --skip-verify\.\n$/,
      );
      assert.equal(secure.received.length, 0);
      const lenient = start(['--forward', secure.origin, '--skip-verify', '--from-start']);
      await until('the event arrives', () => secure.received.length === 1);
      assert.equal(JSON.parse(secure.received[0]?.body ?? '').data.transaction_id, id);
      await stop(lenient);
    } finally {
      await secure.close();
      certificate.remove();
    }
  });

  it('without --url follows the gateway of the settings', async () => {
    const args = ['listen', '--forward', merchant.origin, '--json'];
    const { host, port } = new URL(gateway.url);
    const settings = { PORT: port, PEYE_KEY: key, XDG_STATE_HOME: stateFolder };
    const listener = spawnPeye(args, { settings });
    running.add(listener);
    await reported(listener, `Following the events of test payments of http://${host}${API}\n`);
    await reported(listener, 'Ctrl-C to stop');
    await arrived(await finish());
    await stop(listener);
  });

  it('fails with one line for a key that the gateway rejects, and does not print the key', async () => {
    const refused = async (reason: RegExp, code = 1) => {
      const listener = start();
      assert.equal(await listener.ended, code, listener.stdout());
      assert.match(listener.stderr(), reason);
      assert.match(listener.stderr(), /^peye: [^\n]+\n$/);
      assert.ok(!(listener.stdout() + listener.stderr()).includes(key));
    };
    const website = await newWebsite();
    key = `tk_test_${'x'.repeat(43)}`;
    await refused(/the gateway rejects this key: Invalid API key/);
    key = await newKey(website);
    await run('websites', 'deactivate', website);
    await refused(/the gateway rejects this key: The website of this API key is deactivated/);
    key = await newKey(website, 'live');
    await refused(/must be a test key/, 2);
    assert.equal(merchant.received.length, 0);
  });

  it('says that an address is unavailable and retries, and ends if another program responds there', async () => {
    const port = await freePort();
    const nowhere = start(['--url', `http://127.0.0.1:${port}`]);
    await reported(nowhere, 'is unavailable \\(the connection was refused\\)\\. Retrying');
    await stop(nowhere);
    const wrong = start(['--url', `${gateway.url}/docs`]);
    assert.equal(await wrong.ended, 1);
    assert.match(wrong.stderr(), /\/docs\/events is not the events feed of a Peye gateway \(404[^\n]+--url\.\n$/);
  });
});

/** Computed independently: the signature is over the raw body, keyed with the whole secret. */
function assertSigned(request: Received | undefined, secret: string): void {
  assert.ok(request);
  assert.equal(request.headers['x-gateway-signature'], createHmac('sha256', secret).update(request.body).digest('hex'));
}
