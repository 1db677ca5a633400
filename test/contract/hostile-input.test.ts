import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { API, type ApiResponse, paymentRequest, type TestGateway, until } from '../support/gateway.ts';
import { contractSuite } from './promise.ts';
import { getRaw, head, type RawResponses, sendRaw } from './raw-http.ts';
import { assertError, assertErrorShape, assertSuccess, created, rawRequest } from './shapes.ts';

const ROWS = ['REQUEST-14', 'REQUEST-6'];

/** The request is refused as the client's fault: 4xx in the error shape, never 5xx. */
function assertRefused(response: ApiResponse, what: string): void {
  assert.ok(response.status >= 400 && response.status < 500, `${what}: ${response.status} ${response.text}`);
  assertErrorShape(response);
}

/** The request is served, or refused in the error shape. */
function assertInOrder(response: ApiResponse, what: string): void {
  if (response.status >= 400) assertRefused(response, what);
  else assert.ok(response.status >= 200 && response.status < 300, `${what}: ${response.status}`);
}

async function assertServes({ api }: TestGateway): Promise<void> {
  assertSuccess(await api.get('/health'), 200);
}

/** The only response to the bytes that were sent. */
function onlyResponse({ responses }: RawResponses, what: string): ApiResponse {
  assert.equal(responses.length, 1, what);
  return responses[0]!;
}

const FIELDS = [
  ...['amount', 'currency', 'payment_method', 'customer_name', 'customer_email', 'customer_phone', 'reference'],
  ...['description', 'metadata', 'recurring', 'recurring_interval', 'recurring_interval_count'],
];
const VALUES = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '1e400', '-1e400', '1e-400', '9007199254740993', '""', '"text"'],
  ...['[]', '[null]', '[[[]]]', '{}', '{"a":1}', '{"__proto__":{"x":1}}', '{"toString":1}', '"\\u0000"', '"\\uD83D"'],
  ...['"\\uDE00\\uD83D"', `"${'x'.repeat(20_000)}"`, '"HTG"', '"card"', '500', '"500"', '"\u202e\ufeff\u2028"'],
];

contractSuite('hostile input', (promise) => {
  for (const field of FIELDS) {
    promise(ROWS, `422 or 201, never 5xx, for every JSON type in ${field}`, async (gateway) => {
      for (const value of VALUES) {
        const response = await gateway.api.post('/payments', rawRequest({ [field]: value }));
        assertInOrder(response, `${field}: ${value.slice(0, 40)}`);
        assert.ok([201, 400, 422].includes(response.status), response.text);
      }
      await assertServes(gateway);
    });
  }

  promise([...ROWS, 'REQUEST-8'], '422 for bodies that are no JSON', async (gateway) => {
    const valid = rawRequest();
    const bodies: (string | Buffer)[] = [
      ...[
        '{',
        '}',
        '{}}',
        '[',
        ']',
        '{"',
        '{"a',
        '{"a"',
        '{"a":',
        '{"a":1',
        '{"a":1,',
        '{a:1}',
        "{'a':1}",
        '{"a":1}{"b":2}',
      ],
      ...[
        'nul',
        'tru',
        '"',
        '"\\',
        '"\\u',
        '"\\u00"',
        '{"a":"\n"}',
        '{"a":"\t"}',
        '{"a":01}',
        '{"a":undefined}',
        '//',
        '/**/{}',
      ],
      ...[`${valid}\u0000`, `\u0000${valid}`, `${valid}x`, `\u00a0${valid}`, valid.slice(0, -1), '<xml/>'],
      ...[
        '[[',
        '{"a":[',
        '['.repeat(60_000),
        '{"a":'.repeat(12_000),
        '\\',
        '\r\n',
        '--boundary',
        'amount=5&currency=HTG',
      ],
      Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
      Buffer.from(valid, 'utf16le'),
      Buffer.concat([Buffer.from('{"customer_name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      Buffer.concat([Buffer.from('{"customer_name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      Buffer.concat([Buffer.from('{"customer_name":"'), Buffer.from([0xf0, 0x9f, 0x87]), Buffer.from('"}')]),
      Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
      Buffer.alloc(60_000),
    ];
    for (const body of bodies) {
      const response = await gateway.api.post('/payments', body);
      assertError(response, 422, 'validation_error', { fields: ['body'] });
    }
    await assertServes(gateway);
  });

  promise(ROWS, '201 or 422 for bodies nested as deeply as their size allows', async (gateway) => {
    const deep = (open: string, close: string, times: number) => `${open.repeat(times)}0${close.repeat(times)}`;
    const values = [deep('[', ']', 32_000), deep('{"a":', '}', 10_000), deep('[{"a":', '}]', 8_000)];
    for (const value of values) {
      for (const metadata of [value, `{"deep":${value}}`]) {
        assertInOrder(await gateway.api.post('/payments', rawRequest({ metadata })), metadata.slice(0, 20));
      }
      assertSuccess(await gateway.api.post('/payments', rawRequest({ unknown: value })), 201);
    }
    const many = Array.from({ length: 6_000 }, (_, i) => `"k${i}":${i % 10}`).join(',');
    assertSuccess(await gateway.api.post('/payments', rawRequest({ metadata: `{${many}}` })), 201);
    const repeated = Array.from({ length: 5_000 }, () => '"amount":1').join(',');
    assertSuccess(await gateway.api.post('/payments', `{${repeated},${rawRequest().slice(1)}`), 201);
    await assertServes(gateway);
  });

  promise([...ROWS, 'REQUEST-11'], '413 for 10 MB, in one piece and in chunks', async (gateway) => {
    const megabyte = Buffer.alloc(1024 * 1024, 0x20);
    const headers = { 'x-api-key': gateway.testKey, 'content-type': 'application/json' };
    const line = `POST ${API}/payments HTTP/1.1`;
    const whole = await sendRaw(gateway.url, [
      head(line, { ...headers, 'content-length': String(10 * megabyte.length) }),
      ...Array(10).fill(megabyte),
    ]);
    assertError(onlyResponse(whole, 'whole'), 413, 'payload_too_large');

    const chunk = Buffer.concat([Buffer.from(`${megabyte.length.toString(16)}\r\n`), megabyte, Buffer.from('\r\n')]);
    const chunked = await sendRaw(gateway.url, [
      head(line, { ...headers, 'transfer-encoding': 'chunked' }),
      ...Array(10).fill(chunk),
      '0\r\n\r\n',
    ]);
    assertError(onlyResponse(chunked, 'chunked'), 413, 'payload_too_large');

    const promised = await sendRaw(gateway.url, [head(line, { ...headers, 'content-length': '99999999999' }), 'x']);
    assertError(onlyResponse(promised, 'a length without its body'), 413, 'payload_too_large');

    // The gateway reads the body to its end, so that no reset overtakes the response: a proxy would turn a reset into a 502.
    const next = head(`GET ${API}/health HTTP/1.1`, { ...headers, connection: 'close' });
    const tooLong = [head(line, { ...headers, 'content-length': '100000' }), Buffer.alloc(100_000, 0x20)];
    const { responses } = await sendRaw(gateway.url, [...tooLong, next], { expected: 2 });
    assert.deepEqual(
      responses.map(({ status }) => status),
      [413, 200],
    );

    const small = await sendRaw(gateway.url, [
      head(line, { ...headers, 'transfer-encoding': 'chunked' }),
      ...[...rawRequest()].map((character) => `1\r\n${character}\r\n`),
      '0\r\n\r\n',
    ]);
    assertSuccess(onlyResponse(small, 'one byte in each chunk'), 201);
    await assertServes(gateway);
  });

  promise([...ROWS, 'REQUEST-3'], '415 for content types that are invalid or not JSON', async (gateway) => {
    const body = rawRequest();
    const types = [
      ...[
        'text/json',
        'application/xml',
        'application/json-patch+json',
        'application/octet-stream',
        '*/*',
        '/',
        'json',
      ],
      ...[
        'application/',
        'application',
        ';',
        'application json',
        '"application/json"',
        'multipart/form-data; boundary=',
      ],
    ];
    for (const type of types) {
      const response = await gateway.api.post('/payments', body, { 'content-type': type });
      assertError(response, 415, 'unsupported_media_type');
    }
    const headers = { 'x-api-key': gateway.testKey, 'content-length': String(Buffer.byteLength(body)) };
    const none = await sendRaw(gateway.url, [head(`POST ${API}/payments HTTP/1.1`, headers), body]);
    assertError(onlyResponse(none, 'no type'), 415, 'unsupported_media_type');
    await assertServes(gateway);
  });

  promise(ROWS, '4xx for paths and queries with broken escapes, no route, or invalid values', async (gateway) => {
    await created(gateway.api, { reference: 'x' });
    const paths = [
      ...['%', '%%', '%1', '%zz', '%E0%A4%A', '%FF', '%C0%AF', 'payments/%', 'payments/%FF', 'payments/reference/%'],
      ...['payments/reference/%E0%A4%A', 'payments/reference/%FF%FE', 'payments/%00/verify', '../../../etc/passwd'],
      ...['..%2f..%2f', '.', '..', '//', '%2F', '\\', 'payments\\', 'payments;x=1', 'payments//'],
      ...['payments/__proto__', 'payments/constructor', 'payments/1/__proto__', 'payments/reference/__proto__'],
      ...[
        'payments?status=%',
        'payments?status=%FF',
        'payments?per_page=%00',
        'payments?page=1e308',
        'payments?page=-0.1',
      ],
      ...[
        'payments?page=99999999999999999999',
        'payments?page=NaN',
        'payments?status[]=pending',
        'payments?page=0x1p3',
      ],
      ...[
        'payments?from_date=%00',
        'payments?from_date=-271821-04-20',
        'payments?to_date=275760-09-13',
        'payments?status=',
      ],
      ...[
        'events?after=%FF',
        'events?after[]=a',
        'events?limit=%F0%9F',
        `events?after=${'A'.repeat(12_000)}`,
        'events?after=%',
      ],
      ...[
        `events?after=${Buffer.from('1.x.1').toString('base64url')}`,
        'exchange-rate?amount=%',
        'exchange-rate?amount=1e99999',
      ],
      `exchange-rate?amount=${'9'.repeat(10_000)}x`,
      // Any decimal from 0 to the maximum is accepted. This one is above the maximum, and has many digits.
      `exchange-rate?amount=${'9'.repeat(5_000)}.${'0'.repeat(5_000)}1`,
    ];
    for (const path of paths) {
      const response = await getRaw(gateway.url, `${API}/${path}`, gateway.testKey);
      if (path === 'payments?status[]=pending' || path === 'events?after[]=a') assertInOrder(response, path);
      else assertRefused(response, path);
    }
    await assertServes(gateway);
  });

  promise([...ROWS, 'LIST-8'], '200 with an empty list for huge page numbers', async (gateway) => {
    for (const page of [1_000_000, 1_000_000_001, Number.MAX_SAFE_INTEGER]) {
      const response = await gateway.api.get(`/payments?per_page=100&page=${page}`);
      assertSuccess(response, 200);
      assert.deepEqual(response.json.data, []);
    }
  });

  promise([...ROWS, 'REQUEST-13'], '405, 501 or 400 for methods that no route serves', async (gateway) => {
    const known = [
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'MKCOL',
      'LOCK',
      'QUERY',
      'SEARCH',
      'PURGE',
      'LINK',
    ];
    for (const method of known) {
      const responses = await sendRaw(gateway.url, [
        head(`${method} ${API}/payments HTTP/1.1`, { 'x-api-key': gateway.testKey }),
      ]);
      const response = onlyResponse(responses, method);
      assertError(response, 405, 'method_not_allowed');
      assert.equal(response.headers.get('allow'), 'GET, HEAD, POST', method);
    }
    for (const method of ['FOO', 'get', 'GETS', 'G']) {
      const responses = await sendRaw(gateway.url, [head(`${method} ${API}/payments HTTP/1.1`)]);
      assertError(onlyResponse(responses, method), 501, 'not_implemented');
    }
    for (const method of ['PRI', '\u0000GET', '🙂']) {
      const responses = await sendRaw(gateway.url, [head(`${method} ${API}/payments HTTP/1.1`)]);
      assertError(onlyResponse(responses, method), 400, 'bad_request');
    }
    for (const target of ['shop.example:443', `${API}/payments`, '127.0.0.1:22']) {
      const responses = await sendRaw(gateway.url, [head(`CONNECT ${target} HTTP/1.1`)]);
      assertRefused(onlyResponse(responses, target), `CONNECT ${target}`);
    }
    await assertServes(gateway);
  });

  promise(ROWS, '400 or 431 for bytes that are no HTTP request', async (gateway) => {
    const line = `GET ${API}/health HTTP/1.1`;
    const key = { 'x-api-key': gateway.testKey };
    const post = `POST ${API}/payments HTTP/1.1`;
    const requests: Record<string, string | Buffer> = {
      garbage: 'hello\r\n\r\n',
      'a TLS hello': Buffer.from('1603010200010001fc0303', 'hex'),
      'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'a path with a space': head(`GET ${API}/payments/reference/a b HTTP/1.1`, key),
      'no path': head('GET  HTTP/1.1', key),
      'HTTP/9.9': head(`GET ${API}/health HTTP/9.9`, key),
      'a header without a name': `${line}\r\nHost: x\r\n: x\r\n\r\n`,
      'a header with a space in its name': `${line}\r\nHost: x\r\nX Api: y\r\n\r\n`,
      'a header with a NUL': `${line}\r\nHost: x\r\nX-Api-Key: a\0b\r\n\r\n`,
      'two lengths': `${post}\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      'a negative length': head(post, { ...key, 'content-length': '-1' }),
      'a length that is no number': head(post, { ...key, 'content-length': 'two' }),
      'length and chunks': `${head(post, { ...key, 'content-length': '2', 'transfer-encoding': 'chunked' })}0\r\n\r\n`,
      'an unknown transfer coding': head(post, { ...key, 'transfer-encoding': 'gzip' }),
      'a bad chunk size': `${head(post, { ...key, 'content-type': 'application/json', 'transfer-encoding': 'chunked' })}zz\r\n{}\r\n`,
      'no host': `${line}\r\nX-Api-Key: ${gateway.testKey}\r\n\r\n`,
      'a header of 20 KB': head(line, { ...key, 'x-long': 'x'.repeat(20_000) }),
      'a path of 20 KB': head(`GET ${API}/payments/reference/${'x'.repeat(20_000)} HTTP/1.1`, key),
      'five thousand headers': head(line, {
        ...key,
        ...Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x-${i}`, 'y'])),
      }),
    };
    for (const [what, bytes] of Object.entries(requests)) {
      assertRefused(onlyResponse(await sendRaw(gateway.url, [bytes]), what), what);
    }
    await assertServes(gateway);
  });

  promise(ROWS, '2xx for what is unusual but right', async (gateway) => {
    const key = { 'x-api-key': gateway.testKey };
    const body = rawRequest();
    const json = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const requests: Record<string, string> = {
      'HTTP/1.0': head(`GET ${API}/health HTTP/1.0`, key),
      'HTTP/1.0 without a host': `GET ${API}/health HTTP/1.0\r\nX-Api-Key: ${gateway.testKey}\r\n\r\n`,
      'an absolute address': head(`GET http://elsewhere.example${API}/health HTTP/1.1`, key),
      'an upgrade that the gateway does not support': head(`GET ${API}/health HTTP/1.1`, {
        ...key,
        connection: 'upgrade',
        upgrade: 'websocket',
      }),
      'a GET with a body': `${head(`GET ${API}/health HTTP/1.1`, { ...key, ...json })}${body}`,
      'an expectation to continue': `${head(`POST ${API}/payments HTTP/1.1`, { ...key, ...json, expect: '100-continue' })}${body}`,
      'an unknown expectation': head(`GET ${API}/health HTTP/1.1`, { ...key, expect: 'a miracle' }),
      'eight hundred headers': head(`GET ${API}/health HTTP/1.1`, {
        ...key,
        ...Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`h${i}`, ''])),
      }),
    };
    for (const [what, bytes] of Object.entries(requests)) {
      const response = onlyResponse(await sendRaw(gateway.url, [bytes]), what);
      assert.ok(response.status === 200 || response.status === 201, `${what}: ${response.status} ${response.text}`);
    }
    const absolute = await sendRaw(gateway.url, [head(`DELETE http://elsewhere.example${API}/payments HTTP/1.1`, key)]);
    assertError(onlyResponse(absolute, 'absolute'), 405, 'method_not_allowed');
    await assertServes(gateway);
  });

  promise(ROWS, '400 for garbage after good requests on one connection, which is then closed', async (gateway) => {
    const get = head(`GET ${API}/health HTTP/1.1`, { 'x-api-key': gateway.testKey });
    const pipelined = await sendRaw(gateway.url, [get + get + get], { expected: 3 });
    assert.deepEqual(
      pipelined.responses.map((response) => response.status),
      [200, 200, 200],
    );
    // The requests before the garbage may be in flight when it is read, and then get no response. The request after it never gets one.
    const { responses } = await sendRaw(gateway.url, [`${get}${get}garbage\r\n\r\n${get}`], { expected: 4 });
    assertError(responses.at(-1)!, 400, 'bad_request');
    for (const response of responses.slice(0, -1)) assertSuccess(response, 200);
    await assertServes(gateway);
  });

  promise(ROWS, '400 for garbage closes the connection, even if the client keeps its end open', async (gateway) => {
    const { hostname, port } = new URL(gateway.url);
    for (const bytes of ['garbage\r\n\r\n', head('CONNECT shop.example:443 HTTP/1.1')]) {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      let ended = false;
      let isClosed = false;
      socket.on('end', () => {
        ended = true;
      });
      socket.on('error', () => {
        isClosed = true;
      });
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      socket.write(bytes);
      try {
        await until('the response ends', () => ended);
        assert.match(text, /^HTTP\/1\.1 4\d\d /, bytes);
        // Writes fail only after the server has closed the connection completely. If it never does, they succeed until the time limit.
        await until('the connection is closed', () => {
          if (!isClosed) socket.write('x');
          return isClosed;
        });
      } finally {
        socket.destroy();
      }
    }
  });

  promise(ROWS, '200 for others while two hundred connections drip their requests', async (gateway) => {
    const { hostname, port } = new URL(gateway.url);
    const slow = Array.from({ length: 200 }, () => connect(Number(port), hostname));
    for (const socket of slow) socket.on('error', () => {});
    try {
      slow.forEach((socket, i) => {
        const post = { 'x-api-key': gateway.testKey, 'content-type': 'application/json', 'content-length': '1000' };
        if (i % 2 === 0) socket.write(`GET ${API}/health HTTP/1.1\r\nHo`);
        else socket.write(`${head(`POST ${API}/payments HTTP/1.1`, post)}{"amount":`);
      });
      await until('all clients are connected', () => slow.every((socket) => socket.readyState === 'open'));
      for (let i = 0; i < 5; i++) assertSuccess(await gateway.api.post('/payments', paymentRequest()), 201);
      await assertServes(gateway);
    } finally {
      for (const socket of slow) socket.destroy();
    }
    await assertServes(gateway);
  });

  promise(ROWS, '200 for others after clients have disconnected in the middle of a request', async (gateway) => {
    const { hostname, port } = new URL(gateway.url);
    const body = rawRequest({ reference: '"left"' });
    const headers = { 'x-api-key': gateway.testKey, 'content-type': 'application/json' };
    const request = head(`POST ${API}/payments HTTP/1.1`, { ...headers, 'content-length': String(body.length) }) + body;
    for (const length of [1, 10, 60, request.length - body.length, request.length - 1, request.length]) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await new Promise<void>((done) => socket.write(request.slice(0, length), () => done()));
      socket.resetAndDestroy();
    }
    await assertServes(gateway);
  });
});
