import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { operations } from '../../src/api/openapi/document.ts';
import { TEST_CARDS } from '../../src/providers/sandbox/test-cards.ts';
import { TEST_CODE, TEST_PIN, TEST_WALLETS } from '../../src/providers/sandbox/test-wallets.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { servedDocs } from '../support/openapi.ts';

const MAX_COMPRESSED_BYTES = 30 * 1024;

describe('the docs page', () => {
  let gateway: TestGateway;
  let page: string;
  before(async () => {
    gateway = await startTestGateway('sqlite', {
      settings: { MONCASH_MAX_HTG: '12345.50', RATE_LIMIT_PER_MINUTE: '4321', SANDBOX_EXPIRY_SECONDS: '7200' },
    });
    page = await (await fetch(`${gateway.url}/docs`)).text();
  });
  after(() => gateway.stop());

  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${gateway.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...headers },
    });
  const text = () => decode(page.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]+>/g, ''));

  it('200 is one HTML page whose policy allows its own style and nothing else', async () => {
    const response = await raw('/docs');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.match(response.headers.get('x-request-id') ?? '', /^req_/);
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.equal(
      response.headers.get('content-security-policy'),
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    assert.doesNotMatch(page, /<script|<link rel="stylesheet"|<img| style="|@import|url\((?!#)/);
  });

  for (const path of ['/docs', '/openapi.json']) {
    it(`200 sends ${path} compressed to those who take it, and always the same`, async () => {
      const plain = Buffer.from(await (await raw(path)).arrayBuffer());
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['deflate', null],
      ] as const) {
        const response = await raw(path, { 'accept-encoding': accepted });
        assert.equal(response.headers.get('content-encoding'), encoding, accepted);
        assert.equal(response.headers.get('vary'), 'accept-encoding');
        const size = Number(response.headers.get('content-length'));
        if (encoding) assert.ok(size < MAX_COMPRESSED_BYTES, `${size} bytes as ${encoding}`);
        // fetch has undone the compression.
        assert.ok(plain.equals(Buffer.from(await response.arrayBuffer())), accepted);
      }
    });

    it(`304 saves the way for those who have ${path} already`, async () => {
      const first = await raw(path);
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^W\/"[\w-]{22}"$/);
      assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=\d+$/);
      const again = await raw(path, { 'if-none-match': `"other", ${etag}` });
      assert.equal(again.status, 304);
      assert.equal(again.headers.get('etag'), etag);
      assert.equal(await again.text(), '');
      assert.equal((await raw(path, { 'if-none-match': '"other"' })).status, 200);
    });

    it(`200 answers HEAD for ${path} like GET, without the body`, async () => {
      const [get, head] = [await raw(path), await raw(path, {}, 'HEAD')];
      assert.equal(head.status, 200);
      for (const name of ['content-type', 'content-length', 'etag']) {
        assert.equal(head.headers.get(name), get.headers.get(name), name);
      }
      assert.equal(await head.text(), '');
    });
  }

  it('302 leads from / to the docs', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await raw('/', {}, method);
      assert.equal(response.status, 302);
      assert.equal(response.headers.get('location'), '/docs');
    }
  });

  it('404 stays JSON for addresses near the docs', async () => {
    for (const path of ['/docs/', '/docs/x', '/doc', '/index.html']) {
      const response = await raw(path);
      assert.equal(response.status, 404, path);
      assert.equal(((await response.json()) as { error: string }).error, 'not_found', path);
    }
  });

  it('has every endpoint, webhook and object of the OpenAPI document, with its fields', async () => {
    const { document } = await servedDocs();
    const webhooks = Object.values(document.webhooks ?? {}).map(({ post }) => ({ path: '', operation: post! }));
    for (const { path, operation } of [...operations(document), ...webhooks]) {
      const section = new RegExp(`<section class="op" id="${operation.operationId}".*?</section>`, 's').exec(page)?.[0];
      assert.ok(section, operation.operationId);
      assert.ok(section.includes(path));
      for (const { name } of operation.parameters ?? []) assert.ok(plainText(section).includes(name), name);
    }
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      if (name !== 'CreatePayment' && name !== 'FailPayment') assert.ok(page.includes(`id="object-${name}"`), name);
      for (const field of Object.keys(properties)) assert.ok(text().includes(field), `${name}.${field}`);
    }
  });

  it('gives every id once, and every link inside the page leads to one', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
    const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href!);
    const inside = links.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
    assert.ok(inside.length > 100);
    assert.deepEqual(
      inside.filter((id) => !ids.includes(id)),
      [],
    );
    const outside = new Set(links.filter((href) => !href.startsWith('#') && !href.startsWith('data:')));
    assert.deepEqual([...outside], ['/openapi.json']);
  });

  it('states the limits that this gateway is set to', () => {
    assert.ok(text().includes('1 to 12,345.50 HTG'));
    assert.ok(text().includes('20 to 100,000 HTG'));
    assert.ok(text().includes('0.50 to 10,000 USD'));
    assert.ok(text().includes('4321 a minute'));
    assert.ok(text().includes('here after 2 h'));
  });

  it('lists every test number, the PIN and the code', () => {
    for (const number of Object.keys(TEST_WALLETS)) assert.ok(text().includes(number), number);
    for (const number of Object.keys(TEST_CARDS)) assert.ok(text().includes(number.match(/\d{4}/g)!.join(' ')), number);
    assert.ok(text().includes(`the PIN ${TEST_PIN} and the code ${TEST_CODE}`));
  });

  it('shows a signature that its own recipe gives', () => {
    const example = /secret {5}(whsec_\w+)\nbody {7}(\{.*\})\nsignature {2}([0-9a-f]{64})/.exec(text());
    assert.ok(example);
    const [, secret = '', body = '', signature] = example;
    assert.equal(createHmac('sha256', secret).update(body).digest('hex'), signature);
  });

  it('shows the receivers that are tested, to the letter', () => {
    const folder = new URL('../../examples/receivers/', import.meta.url);
    const files = readdirSync(folder);
    assert.equal(files.length, 3);
    for (const file of files) assert.ok(text().includes(readFileSync(new URL(file, folder), 'utf8').trimEnd()), file);
  });

  // Contract: REQUEST-34
  it('states the policy for versions', () => {
    for (const words of [/optional fields/, /24 months/]) assert.match(text(), words);
  });

  it('states the schedule of the deliveries', () => {
    assert.ok(text().includes('11 attempts in all: at once, then after 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h'));
    assert.ok(text().includes('6 h, 12 h, 24 h and 24 h. Each wait is up to 10 % longer'));
  });

  it('shows commands that work when they are pasted', async () => {
    const shown = [...page.matchAll(/<pre class="sh"><code>(.*?)<\/code><\/pre>/gs)].map(([, command]) =>
      plainText(command!),
    );
    const commands = shown.filter((command) => command.startsWith('curl '));
    assert.ok(commands.length >= 15, `only ${commands.length} commands`);
    for (const command of commands) {
      const created = await gateway.api.post('/payments', paymentRequest({ reference: 'order-1042' }));
      const env = { ...process.env, PEYE_KEY: gateway.testKey, TRANSACTION_ID: created.json.transaction_id };
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -sS`], { env });
      assert.equal(JSON.parse(stdout).success, true, `${command}\n${stdout}`);
    }
  });

  it('has one h1, and leaves no level of heading out', () => {
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    assert.equal(levels.filter((level) => level === 1).length, 1);
    for (const [i, level] of levels.entries()) assert.ok(level <= (levels[i - 1] ?? 0) + 1, `heading ${i}`);
  });
});

/** What a reader sees of a piece of HTML. */
function plainText(html: string): string {
  return decode(html.replaceAll(/<[^>]+>/g, ''));
}

function decode(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
