import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ERRORS } from '../../src/core/errors.ts';
import { API, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { HOST, type ProxyProgram, type StartedProxy, startProxy } from './started-proxy.ts';

const PROXIES: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    variable: 'NGINX_PATH',
    config: 'nginx/peye.conf',
    replaced: ({ folder, httpPort, httpsPort, cert, key }, gatewayPort) => ({
      '127.0.0.1:8080': `127.0.0.1:${gatewayPort}`,
      '/var/www/letsencrypt': join(folder, 'webroot'),
      'listen 80;': `listen 127.0.0.1:${httpPort};`,
      'listen [::]:80;': '',
      'listen 443 ssl http2;': `listen 127.0.0.1:${httpsPort} ssl http2;`,
      'listen [::]:443 ssl http2;': '',
      '/etc/letsencrypt/live/pay.example.com/fullchain.pem': cert,
      '/etc/letsencrypt/live/pay.example.com/privkey.pem': key,
    }),
    around: (config, { folder }) =>
      [
        // nginx's processes write below a folder that belongs to the user who runs the test.
        `${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr;`,
        'events {}',
        'http {',
        'access_log off;',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`),
        config,
        '}',
      ].join('\n'),
    args: (file, { folder }) => ['-c', file, '-p', folder, '-g', 'daemon off;'],
  },
  {
    name: 'HAProxy',
    variable: 'HAPROXY_PATH',
    config: 'haproxy/haproxy.cfg',
    replaced: ({ httpPort, httpsPort, pem }, gatewayPort) => ({
      'log /dev/log local0': 'log stdout format raw local0',
      '10.0.0.11:8080': `127.0.0.1:${gatewayPort}`,
      // A node that is down.
      '10.0.0.12:8080': '127.0.0.1:1',
      'maxconn 10000': 'maxconn 1000',
      'bind :80\n': `bind 127.0.0.1:${httpPort}\n`,
      'bind :443': `bind 127.0.0.1:${httpsPort}`,
      '/etc/haproxy/pay.example.com.pem': pem,
    }),
    args: (file) => ['-db', '-f', file],
  },
  {
    name: 'Caddy',
    variable: 'CADDY_PATH',
    config: 'caddy/Caddyfile',
    replaced: ({ httpPort, httpsPort, cert, key }, gatewayPort) => ({
      '127.0.0.1:8080': `127.0.0.1:${gatewayPort}`,
      '{\n\tservers {': `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tservers {`,
      'https://pay.example.com {\n': `https://pay.example.com {\n\ttls ${cert} ${key}\n`,
    }),
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

const PAYMENT = JSON.stringify({
  amount: 500,
  currency: 'HTG',
  payment_method: 'moncash',
  customer_name: 'Marie Joseph',
});

for (const proxy of PROXIES) {
  const { name, variable } = proxy;
  describe(`${name} as in deploy/`, {
    skip: process.env[variable] ? false : `no ${name}: ${variable} is not set`,
  }, () => {
    let gateway: TestGateway;
    let front: StartedProxy;
    before(async () => {
      gateway = await startTestGateway('sqlite', {
        settings: { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: '127.0.0.1', INVALID_KEY_LIMIT_PER_HOUR: '3' },
      });
      front = await startProxy(proxy, gateway.settings.PORT ?? '');
    });
    after(async () => {
      await front?.stop();
      await gateway?.stop();
    });
    const headers = (more = {}) => ({
      'x-api-key': gateway.testKey,
      'content-type': 'application/json',
      ...more,
    });

    it('accepts payments and leads customers to their pages, over TLS, with the headers of the gateway', async () => {
      const created = await front.https(`${API}/payments`, { method: 'POST', headers: headers(), body: PAYMENT });
      assert.equal(created.status, 201, created.text);
      const { payment_url, transaction_id } = JSON.parse(created.text);
      assert.ok(payment_url.startsWith(`https://${HOST}/`), payment_url);
      const page = await front.https(new URL(payment_url).pathname);
      assert.equal(page.status, 200);
      assert.equal(page.headers['strict-transport-security'], 'max-age=31536000');
      assert.match(String(page.headers['content-security-policy']), /default-src/);
      const read = await front.https(`${API}/payments/${transaction_id}`, {
        headers: { 'x-api-key': gateway.testKey },
      });
      assert.equal(read.status, 200, read.text);
      assert.ok(read.text.includes(`"${transaction_id}"`), read.text);
    });

    it('refuses the API without TLS, and leads browsers to it', async () => {
      const refused = await front.http(`${API}/payments`, { method: 'POST', headers: headers(), body: PAYMENT });
      assert.deepEqual(
        [refused.status, refused.text.trim()],
        [
          403,
          '{"success":false,"error":"https_required","message":"Use https: without TLS an API key can be read on its way. Nothing was done."}',
        ],
      );
      const redirected = await front.http('/docs?a=1');
      assert.deepEqual([redirected.status, redirected.headers.location], [301, `https://${HOST}/docs?a=1`]);
    });

    if (name === 'nginx') {
      it('serves the proof of a renewed certificate without TLS', async () => {
        const path = '/.well-known/acme-challenge/x';
        assert.equal((await front.http(path)).status, 404, 'there is no proof yet');
        mkdirSync(join(front.folder, 'webroot', dirname(path)), { recursive: true });
        writeFileSync(join(front.folder, 'webroot', path), 'proof');
        const { status, text } = await front.http(path);
        assert.deepEqual([status, text], [200, 'proof']);
      });
    }

    it('passes the gateway the address of the connection, whatever the client says', async () => {
      const statuses: number[] = [];
      for (let at = 1; at <= 5; at++) {
        const claimed = {
          'x-forwarded-for': `203.0.113.${at}`,
          forwarded: `for=203.0.113.${at}`,
          'x-real-ip': '203.0.113.9',
        };
        const asked = { headers: { ...claimed, 'x-api-key': `unknown-${at}` } };
        statuses.push((await front.https(`${API}/payments/1`, asked)).status);
      }
      assert.deepEqual(statuses.slice(-2), [429, 429], `${statuses}`);
    });

    it('does not pass on requests for the metrics', async () => {
      for (const path of ['/metrics', '/metrics?a=1', '//metrics', '/%6detrics', '/METRICS', '/metrics/']) {
        const { status, text } = await front.https(path);
        assert.ok(status >= 400, `${path}: ${status}`);
        assert.doesNotMatch(text, /peye_/, path);
      }
    });

    it('passes a body that is too large to the gateway, which refuses it, and cuts off a far larger body', async () => {
      const create = (length: number) =>
        front.https(`${API}/payments`, { method: 'POST', headers: headers(), body: `{"a":"${'x'.repeat(length)}"}` });
      const refused = await create(100_000);
      assert.equal(refused.status, 413);
      assert.match(refused.headers['content-type'] ?? '', /^application\/json/);
      const ended = await create(2_000_000).then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code,
      );
      // The connection is closed while the client still sends, or the request is refused, by the proxy or by the gateway.
      assert.ok(typeof ended === 'number' ? ended >= 400 : ['EPIPE', 'ECONNRESET'].includes(ended ?? ''), `${ended}`);
    });

    it('reports methods that do not exist as the gateway does, and never runs them', async () => {
      for (const method of ['DELETE', 'PUT', 'TRACE']) {
        const { status } = await front.https(`${API}/payments`, { method, headers: headers() });
        assert.ok(status === 405 || status === 501, `${method}: ${status}`);
      }
    });
  });
}

describe('HAProxy as in deploy/, while no node can serve', {
  skip: process.env.HAPROXY_PATH ? false : 'no HAProxy: HAPROXY_PATH is not set',
}, () => {
  it('sends programs the error that the gateway would send, with the time after which to retry', async (context) => {
    const gateway = await startTestGateway('sqlite', { settings: { PUBLIC_URL: `https://${HOST}` } });
    const front = await startProxy(PROXIES.find(({ name }) => name === 'HAProxy')!, gateway.settings.PORT ?? '');
    context.after(() => front.stop());
    await gateway.stop();
    const ask = () => front.https(`${API}/payments`, { headers: { 'x-api-key': gateway.testKey } });
    await until('HAProxy sees that no node is there', async () => (await ask()).headers['retry-after'] === '2');
    const { status, headers, text } = await ask();
    assert.equal(status, 503);
    assert.equal(headers['content-type'], 'application/json');
    const { success, error, message } = JSON.parse(text);
    assert.deepEqual({ success, error }, { success: false, error: 'service_unavailable' });
    assert.equal(message, ERRORS.service_unavailable.message);
    assert.equal((await front.https('/pay/1/2')).headers['content-type'], 'text/html');
  });
});
