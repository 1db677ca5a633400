import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Agent, interceptors, request } from 'undici';
import { getRaw, head, type RawResponses, sendRaw } from '../contract/raw-http.ts';
import { assertError, assertSuccess } from '../contract/shapes.ts';
import { API, type ApiResponse, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';

function assertHeaders(response: ApiResponse, what: string, isHttps: boolean): void {
  const get = (name: string) => response.headers.get(name);
  assert.equal(get('x-content-type-options'), 'nosniff', what);
  assert.equal(get('strict-transport-security'), isHttps ? 'max-age=31536000' : null, what);
  assert.match(get('x-request-id') ?? '', /^req_/, what);
}

function only({ responses }: RawResponses): ApiResponse {
  assert.equal(responses.length, 1);
  return responses[0]!;
}

for (const publicUrl of ['https://pay.example.com', 'http://pay.example.com']) {
  describe(`headers of every response at ${publicUrl}`, () => {
    const isHttps = publicUrl.startsWith('https');
    let gateway: TestGateway;
    before(async () => {
      const settings = { PUBLIC_URL: publicUrl, RATE_LIMIT_PER_MINUTE: '60' };
      gateway = await startTestGateway('sqlite', { settings });
    });
    after(() => gateway.stop());
    const url = () => `http://127.0.0.1:${gateway.settings.PORT}`;
    const ask = async (line: string, headers: Record<string, string> = {}, body = '') =>
      only(await sendRaw(url(), [head(line, headers) + body]));
    const json = (body: string) => ({
      'x-api-key': gateway.testKey,
      'content-type': 'application/json',
      'content-length': String(body.length),
    });

    // Contract: REQUEST-7
    test('no cache stores any response of the API', async () => {
      const key = { 'x-api-key': gateway.testKey };
      const valid = JSON.stringify(paymentRequest());
      const responses: Record<number, ApiResponse> = {
        200: await ask(`GET ${API}/payments HTTP/1.1`, key),
        201: await ask(`POST ${API}/payments HTTP/1.1`, json(valid), valid),
        401: await ask(`GET ${API}/payments HTTP/1.1`),
        403: await ask(`GET ${API}/events HTTP/1.1`, { 'x-api-key': gateway.liveKey }),
        404: await ask(`GET ${API}/nothing HTTP/1.1`),
        405: await ask(`DELETE ${API}/payments HTTP/1.1`),
        413: await ask(`POST ${API}/payments HTTP/1.1`, { ...json(''), 'content-length': '999999' }),
        415: await ask(`POST ${API}/payments HTTP/1.1`, { ...json('x'), 'content-type': 'text/plain' }, 'x'),
        422: await ask(`POST ${API}/payments HTTP/1.1`, json('{'), '{'),
        400: await ask(`GET ${API}/payments HTTP/1.1\r\nBad Header: x`),
        431: await ask(`GET ${API}/payments HTTP/1.1`, { 'x-long': 'x'.repeat(20_000) }),
        501: await ask(`FOO ${API}/payments HTTP/1.1`),
      };
      for (let left = 60; responses[429] === undefined && left > 0; left--) {
        const response = await ask(`GET ${API}/health HTTP/1.1`);
        if (response.status === 429) responses[429] = response;
      }
      for (const [status, response] of Object.entries({ ...responses, 429: responses[429]! })) {
        assert.equal(response.status, Number(status), response.text);
        assert.equal(response.headers.get('cache-control'), 'no-store', status);
        assertHeaders(response, status, isHttps);
        const scheme = response.headers.get('www-authenticate');
        assert.equal(scheme, status === '401' ? 'ApiKey realm="peye", header="X-Api-Key"' : null, status);
      }
    });

    test("on all other paths the headers allow a browser only the page's own needs", async () => {
      const paths = [
        '/',
        '/docs/en',
        '/openapi.json',
        '/healthz',
        '/readyz',
        '/nothing',
        '/pay/1/x',
        '/pay/%zz',
        '/%zz',
      ];
      for (const path of [...paths, '/providers/moncash/return', '/providers/none/x', '/widget/v1/peye.js']) {
        const response = await getRaw(url(), path, 'x');
        assertHeaders(response, path, isHttps);
        assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'/, path);
        assert.equal(response.headers.get('referrer-policy'), 'no-referrer', path);
        const isKept = ['/docs/en', '/openapi.json', '/widget/v1/peye.js'].includes(path);
        assert.equal(response.headers.get('cache-control') === 'no-store', !isKept, path);
        assert.equal(response.headers.get('x-frame-options'), path.startsWith('/widget') ? null : 'DENY', path);
      }
      for (const bytes of ['garbage\r\n\r\n', head('CONNECT a:1 HTTP/1.1')]) {
        const response = only(await sendRaw(url(), [bytes]));
        assertHeaders(response, bytes, isHttps);
        assert.equal(response.headers.get('cache-control'), 'no-store');
        assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      }
    });
  });
}

describe('requests by the rules of HTTP', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
  });
  after(() => gateway.stop());

  test('a shared cache in front gives no merchant the response of another', async () => {
    const other = await gateway.newWebsite('Another');
    const { json } = await gateway.api.post('/payments', paymentRequest({ reference: 'same' }));
    // The cache stores every response that it may, for a minute.
    const cache = new Agent().compose(interceptors.cache({ type: 'shared', cacheByDefault: 60 }));
    const read = async (key: string, path: string) => {
      const { statusCode, body } = await request(`${gateway.url}${path}`, {
        dispatcher: cache,
        headers: { 'x-api-key': key },
      });
      return { status: statusCode, text: await body.text() };
    };
    for (const path of [`${API}/payments/${json.transaction_id}`, `${API}/payments/reference/same`]) {
      assert.equal((await read(gateway.testKey, path)).status, 200);
      assert.equal((await read(other.testKey, path)).status, 404, path);
    }
    assert.notEqual(
      (await read(gateway.testKey, `${API}/payments`)).text,
      (await read(other.testKey, `${API}/payments`)).text,
    );
    await cache.close();
  });

  test('an unknown method gets 501, and bytes that are not a request get 400, each with its reason phrase', async () => {
    const statusLine = async (bytes: string) => {
      const { responses, statusLines } = await sendRaw(gateway.url, [bytes]);
      assert.equal(responses.length, 1);
      return statusLines[0];
    };
    for (const method of ['FOO', 'get', 'GETS', 'G', 'X-Y_Z']) {
      for (const path of [`${API}/payments`, `/${'x'.repeat(2_000)}`]) {
        assert.equal(await statusLine(head(`${method} ${path} HTTP/1.1`)), 'HTTP/1.1 501 Not Implemented', method);
      }
    }
    for (const bytes of ['hello\r\n\r\n', '\u0000GET / HTTP/1.1\r\n\r\n', 'FOO / HTTQ/1.1\r\n\r\n', 'FOO\r\n\r\n']) {
      assert.equal(await statusLine(bytes), 'HTTP/1.1 400 Bad Request', bytes);
    }
    assert.equal(
      await statusLine(head('GET / HTTP/1.1', { 'x-long': 'x'.repeat(20_000) })),
      'HTTP/1.1 431 Request Header Fields Too Large',
    );
  });

  test('two hosts, or an invalid one, get 400', async () => {
    const ask = async (hosts: string) =>
      only(await sendRaw(gateway.url, [`GET ${API}/health HTTP/1.1\r\n${hosts}X-Api-Key: ${gateway.testKey}\r\n\r\n`]));
    for (const hosts of ['', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nhost: a\r\n', 'Host: a, b\r\nHOST: c\r\n']) {
      assertError(await ask(hosts), 400, 'bad_request', { message: /Host/ });
    }
    for (const host of ['a b', 'a/b', 'http://a', 'a@b', 'a"'])
      assertError(await ask(`Host: ${host}\r\n`), 400, 'bad_request');
    for (const host of ['', 'pay.example.com', 'pay.example.com:8080', '[::1]:80', '127.0.0.1']) {
      assertSuccess(await ask(`Host: ${host}\r\n`), 200);
    }
  });

  test('a body in an unknown coding, or in chunks with HTTP/1.0, is refused, and nothing after it is read', async () => {
    const body = JSON.stringify(paymentRequest());
    const ask = (version: string, codings: readonly string[]) =>
      sendRaw(
        gateway.url,
        [
          head(`POST ${API}/payments ${version}`, {
            'x-api-key': gateway.testKey,
            'content-type': 'application/json',
            connection: 'keep-alive',
          }).replace(/\r\n$/, `${codings.map((coding) => `Transfer-Encoding: ${coding}\r\n`).join('')}\r\n`) +
            `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
          head('GET /healthz HTTP/1.1'),
        ],
        { expected: 2 },
      );
    for (const codings of [['gzip, chunked'], ['identity, chunked'], ['identity', 'chunked'], ['x,chunked']]) {
      const refused = await ask('HTTP/1.1', codings);
      assert.equal(refused.closed, true);
      assertError(only(refused), 400, 'bad_request', { message: /Transfer-Encoding is chunked/ });
    }
    const old = await ask('HTTP/1.0', ['chunked']);
    assert.equal(old.closed, true);
    assertError(only(old), 400, 'bad_request', { message: /HTTP\/1\.0/ });
    for (const coding of ['chunked', 'Chunked', '\tCHUNKED ']) {
      const { responses } = await ask('HTTP/1.1', [coding]);
      assertSuccess(responses[0]!, 201);
      assert.equal(responses[1]!.status, 200);
    }
  });

  test('a byte order mark before the JSON is ignored', async () => {
    const body = JSON.stringify(paymentRequest({ metadata: { order: 1042 } }));
    assertSuccess(await gateway.api.post('/payments', `\ufeff${body}`), 201);
    for (const wrong of ['\ufeff', `\ufeff\ufeff${body}`, `${body}\ufeff`]) {
      assertError(await gateway.api.post('/payments', wrong), 422, 'validation_error', { fields: ['body'] });
    }
  });
});
