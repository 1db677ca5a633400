import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fencesIn, ROOT } from '../support/doc-fences.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { PHP, PYTHON } from './support/languages.ts';
import { runProgram } from './support/run-program.ts';

/** The address of the gateway in the code in docs/. */
const WRITTEN_URL = 'http://127.0.0.1:8080';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const codeOf = (file: string, language: string) =>
  fencesIn(read(file)).flatMap((fence) => (fence.language === language ? [fence.text] : []));

describe('the code in the docs of the SDKs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-sdk-docs-'));
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    copyFileSync(join(ROOT, 'sdk/php/peye.php'), join(folder, 'peye.php'));
  });
  after(async () => {
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, code: string) => {
    const file = join(folder, name);
    writeFileSync(file, code.replaceAll(WRITTEN_URL, gateway.url));
    return file;
  };

  for (const [{ name, skip, forms }, language, program] of [
    [PHP, 'php', process.env.PHP_CURL_PATH],
    [PYTHON, 'python', process.env.PYTHON_PATH],
  ] as const) {
    it(`creates a payment in ${name}`, { skip }, async () => {
      const { testKey } = await gateway.newWebsite();
      const [first] = codeOf('docs/sdk.md', language);
      const ran = await runProgram(
        [program!, write(`first.${language}`, first!)],
        { ...forms[0]!.env, PEYE_KEY: testKey },
        { cwd: folder },
      );
      assert.equal(ran.code, 0, `${ran.stdout}${ran.stderr}`);
      const { json } = await gateway.client(testKey).get('/payments/reference/order-1042');
      assert.equal(json.data?.status, 'processing');
    });

    it(`requests a refund in ${name}, which a second run does not repeat`, { skip }, async () => {
      const { testKey } = await gateway.newWebsite();
      const api = gateway.client(testKey);
      const { json: made } = await api.post('/payments', paymentRequest());
      await api.post(`/test_helpers/payments/${made.transaction_id}/complete`);
      const code = codeOf('docs/sdk.md', language).find((text) => text.includes('refunds'));
      const command = [program!, write(`refund.${language}`, code!)] as const;
      const env = { ...forms[0]!.env, PEYE_KEY: testKey, TRANSACTION_ID: made.transaction_id };
      for (let run = 0; run < 2; run++) {
        const ran = await runProgram(command, env, { cwd: folder });
        assert.equal(ran.code, 0, `${ran.stdout}${ran.stderr}`);
        assert.match(`${ran.stdout}${ran.stderr}`, /order-1042-refund is manual/);
      }
      const { json } = await api.get(`${gateway.url}/api/refunds/v1/refunds`);
      assert.deepEqual(
        json.data.map(({ amount }: { amount: string }) => amount),
        ['250.00'],
      );
    });

    it(`has valid syntax in ${name}`, { skip }, async () => {
      const pieces = ['docs/sdk.md', `sdk/${language}/README.md`].flatMap((file) => codeOf(file, language));
      assert.ok(pieces.length >= 4);
      for (const [index, piece] of pieces.entries()) {
        const isPhp = language === 'php';
        const code = isPhp && !piece.startsWith('<?php') ? `<?php\n${piece}` : piece;
        const file = write(`piece-${index}.${language}`, code);
        const args = isPhp ? ['-l', file] : ['-c', `import ast; ast.parse(open(${JSON.stringify(file)}).read())`];
        const ran = await runProgram([program!, ...args], {});
        assert.equal(ran.code, 0, `${piece}\n${ran.stdout}${ran.stderr}`);
      }
    });
  }
});
