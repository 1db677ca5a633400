import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signWebhook } from '../../../src/features/webhooks/sign.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { loopbackDelivery, startTlsProxy, type TlsProxy } from '../../support/tls-proxy.ts';
import { attempted, finishedPayment, newShop, type Shop } from '../../support/webhooks.ts';
import { changeWebsite } from '../../support/websites.ts';
import { cutAfterEveryByte, webhookRequest } from '../support/cut-requests.ts';
import { type PhpServer, programsFor, type Sapi, startPhpServer } from '../support/php-servers.ts';

const SERVERS: readonly [name: string, Sapi][] = [
  ["PHP's own server", 'cli-server'],
  ['PHP-FPM behind nginx', 'fpm-fcgi'],
  ['mod_php in Apache', 'apache2handler'],
];

const certificates = mkdtempSync(join(tmpdir(), 'peye-php-'));
const { certificate, settings } = loopbackDelivery(certificates);
after(() => rmSync(certificates, { recursive: true, force: true }));

for (const [name, sapi] of SERVERS) {
  const skip = programsFor(sapi) ? false : `${name} is not here`;
  describe(`webhooks under ${name}`, { skip }, () => {
    let gateway: TestGateway;
    let shop: Shop;
    let server: PhpServer;
    let proxy: TlsProxy;
    let folder: string;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'peye-php-'));
      chmodSync(folder, 0o755);
      for (const file of ['test/sdk/php/receiver.php', 'sdk/php/peye.php']) {
        copyFileSync(
          fileURLToPath(new URL(`../../../${file}`, import.meta.url)),
          join(folder, file.split('/').at(-1)!),
        );
      }
      gateway = await startTestGateway('sqlite', { settings });
      shop = await newShop(gateway, null);
      server = await startPhpServer(sapi, folder, { PEYE_WEBHOOK_SECRET: shop.secret, PEYE_MODE: 'test' });
      proxy = await startTlsProxy(certificate, server.port);
      await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: `${proxy.url}/receiver.php` });
    });
    after(async () => {
      await proxy?.close();
      await server?.stop();
      await gateway?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const post = async (body: string, headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/receiver.php`, { method: 'POST', body, headers });
      return { status: response.status, result: await response.json() };
    };
    const body =
      '{"event":"payment.success","timestamp":1,"data":{"transaction_id":"915840412345678","description":"Jòj é 😀"}}';
    const understood = 'payment.success 915840412345678';

    for (const [outcome, event] of [
      ['complete', 'payment.success'],
      ['fail', 'payment.failed'],
    ] as const) {
      it(`accepts ${event} from a gateway`, async () => {
        const metadata = { note: 'Jòj "é" 😀 </script> \\', long: 'a'.repeat(50_000) };
        const id = await finishedPayment(shop.api, { outcome, metadata });
        const delivery = await attempted(gateway, id, { attempts: 1 });
        assert.deepEqual([delivery.status, delivery.lastStatusCode], ['delivered', 200], delivery.lastError ?? '');
        const answer = JSON.parse(delivery.tries[0]!.responseStart ?? '{}');
        assert.deepEqual(answer, { sapi, server: `${event} ${id}`, getallheaders: `${event} ${id}` });
      });
    }

    it('finds the headers in any letter case', async () => {
      const signature = signWebhook(body, shop.secret);
      for (const header of ['x-gateway-signature', 'X-GATEWAY-SIGNATURE', 'X-gateway-SIGNATURE']) {
        const mode = header.replace(/signature/i, 'Mode');
        const answer = await exchangeRaw(server.port, `${header}: ${signature}\r\n${mode}: test`, body);
        assert.match(answer, /^HTTP\/1\.1 200/, answer);
        assert.ok(answer.includes(`"server":"${understood}","getallheaders":"${understood}"`), answer);
      }
    });

    it('continues to serve after requests that were cut off at any byte', async () => {
      const { bytes } = webhookRequest('whsec_another', { path: '/receiver.php' });
      await cutAfterEveryByte(server.port, bytes, { step: 3 });
      const { status, result } = await post(body, {
        'x-gateway-signature': signWebhook(body, shop.secret),
        'x-gateway-mode': 'test',
      });
      assert.deepEqual([status, result], [200, { sapi, server: understood, getallheaders: understood }]);
    });

    it('refuses a request without a valid signature, with the reason', async () => {
      const signature = signWebhook(body, shop.secret);
      for (const [sent, headers, reason] of [
        [body, {}, 'missing_header'],
        [body, { 'x-gateway-signature': signWebhook(body, 'whsec_another') }, 'bad_signature'],
        [body, { 'x-gateway-signature': signature }, 'missing_header'],
        [body, { 'x-gateway-signature': signature, 'x-gateway-mode': 'live' }, 'wrong_mode'],
        [body.replace('678', '679'), { 'x-gateway-signature': signature }, 'bad_signature'],
        [JSON.stringify(JSON.parse(body), null, 1), { 'x-gateway-signature': signature }, 'body_was_changed'],
      ] as const) {
        const { status, result } = await post(sent, headers);
        assert.deepEqual([status, result], [401, { sapi, server: reason, getallheaders: reason }]);
      }
    });
  });
}

/** Posts with a header line in exactly this spelling. Returns the whole response. */
function exchangeRaw(port: number, header: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const length = Buffer.byteLength(body);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /receiver.php HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Length: ${length}\r\n${header}\r\n\r\n${body}`,
      );
    });
    socket
      .setEncoding('utf8')
      .on('data', (text) => (answer += text))
      .on('error', reject)
      .on('close', () => resolve(answer));
  });
}
