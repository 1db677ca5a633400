import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { docFiles, fencesIn, ROOT } from '../../support/doc-fences.ts';
import { paymentRequest, startTestGateway, until } from '../../support/gateway.ts';
import { PHP } from '../support/languages.ts';
import { programsFor, startPhpServer } from '../support/php-servers.ts';

const skip = PHP.skip || (programsFor('cli-server') ? false : 'no PHP with its own server');

it('the program of docs/sandbox.md forwards events to a webhook handler, which accepts each once', {
  skip,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-relay-'));
  const gateway = await startTestGateway('sqlite');
  const inbox = join(folder, 'inbox');
  const env = { PEYE_WEBHOOK_SECRET: 'whsec_test', PEYE_MODE: 'test', PEYE_INBOX: inbox, PEYE_KEY: gateway.testKey };
  copyFileSync(`${ROOT}/sdk/php/peye.php`, join(folder, 'peye.php'));
  copyFileSync(`${ROOT}/examples/receivers/receiver.php`, join(folder, 'index.php'));
  const server = await startPhpServer('cli-server', folder, env);
  const program = fencesIn(docFiles().get('docs/sandbox.md') ?? '').find(({ text }) => text.includes('while (true)'));
  assert.ok(program);
  const text = program.text
    .replace('http://127.0.0.1:8080', gateway.url)
    .replace('http://127.0.0.1:4000/webhooks', `http://127.0.0.1:${server.port}/index.php`);
  writeFileSync(join(folder, 'relay.php'), text);
  const relay = spawn(process.env.PHP_CURL_PATH!, ['relay.php'], { cwd: folder, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [relay.stdout, relay.stderr]) stream.on('data', (part) => (output += part));
  try {
    const finish = async (outcome: string) => {
      const { transaction_id } = (await gateway.api.post('/payments', paymentRequest())).json;
      await gateway.api.post(`/test_helpers/payments/${transaction_id}/${outcome}`);
      return transaction_id;
    };
    for (const [outcome, event] of [
      ['complete', 'payment.success'],
      ['fail', 'payment.failed'],
    ] as const) {
      const id = await finish(outcome);
      await until(`${event} was forwarded`, async () => output.includes(`${event} ${id}: 204\n`));
      assert.ok(existsSync(join(inbox, `${id} ${event}.json`)), output);
    }
    assert.equal(readdirSync(inbox).length, 2);
  } finally {
    relay.kill();
    await server.stop();
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
