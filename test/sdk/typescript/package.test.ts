import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installSdk, toolsFolder } from './installed-sdk.ts';

/** The maximum size of the package, which has each module twice, for `import` and for `require`. */
const MOST_BYTES = 36 * 1024;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The program of a merchant with a strict compiler, which uses the types of every framework. */
const MERCHANT = `
import { amounts, type ErrorCode, LostResponseError, type Payment, Peye, PeyeError, webhooks, type WebhookEvent } from '@peye/sdk';
import { expressWebhook } from '@peye/sdk/express';
import { fastifyWebhook } from '@peye/sdk/fastify';
import { honoWebhook } from '@peye/sdk/hono';
import { nextWebhook } from '@peye/sdk/next';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { createServer } from 'node:http';

const secret = process.env.PEYE_WEBHOOK_SECRET;
const peye = new Peye({ apiKey: process.env.PEYE_KEY, baseUrl: 'https://pay.example.ht' });
export async function buy(): Promise<string | undefined> {
  try {
    const made = await peye.payments.create({ amount: '500.00', currency: 'HTG', payment_method: 'moncash', customer_name: 'Marie' });
    return made.payment_url;
  } catch (error) {
    if (error instanceof LostResponseError) return error.found?.[0]?.transaction_id;
    if (error instanceof PeyeError) return ('amount_too_low' satisfies ErrorCode) === error.code ? error.message : undefined;
    throw error;
  }
}
export async function all(): Promise<Payment[]> {
  const page = await peye.payments.list({ status: 'completed', per_page: 100 });
  const found: Payment[] = [...page.data];
  for await (const payment of peye.payments.iterate()) found.push(payment);
  for await (const { data } of peye.events.iterate()) found.push(data);
  return found.filter(({ amount }) => amounts.compare(amount, 500) >= 0);
}
export const onEvent = async (event: WebhookEvent) => {
  if (event.event === 'payment.success') event.data.status satisfies 'completed';
  if (event.event === 'payment.failed') event.data.status satisfies 'failed';
};
const mode = 'live';
export const POST = nextWebhook({ secret, mode, onEvent });
new Hono().post('/webhooks', honoWebhook({ secret, mode, onEvent }));
express().post('/webhooks', expressWebhook({ secret, mode, onEvent }));
createServer(expressWebhook({ secret, mode, onEvent }));
Fastify().register(fastifyWebhook, { path: '/webhooks', secret, mode, onEvent });
export const verified = (request: Request) => request.text().then((body) => webhooks.verify(body, request.headers, secret, { mode }));
// @ts-expect-error a method that there is not
peye.payments.create({ amount: 5, currency: 'HTG', payment_method: 'cash', customer_name: 'Marie' });
// @ts-expect-error there is no such field
peye.payments.create({ amount: 5, currency: 'HTG', payment_method: 'card', customer_name: 'Marie', referense: 'a' });
`;

describe('the package @peye/sdk', () => {
  const sdk = installSdk();
  const tools = toolsFolder();
  after(() => sdk.remove());

  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { cwd: sdk.folder }).catch(
      (error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}${error.stderr}`),
    );

  it('is no larger than 36 KB, has its license, and needs no other package', async () => {
    assert.ok(sdk.tarballBytes <= MOST_BYTES, `${sdk.tarballBytes} bytes`);
    assert.ok(existsSync(join(sdk.package, 'LICENSE')));
    const { default: manifest } = await import(join(sdk.package, 'package.json'), { with: { type: 'json' } });
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      assert.equal(manifest[kind], undefined);
  });

  it('passes publint without a finding', async () => {
    await run(join(tools, 'publint/src/cli.js'), '--strict', sdk.package);
  });

  it('has types that every kind of module resolution finds, for import and for require', async () => {
    await run(join(tools, '@arethetypeswrong/cli/dist/index.js'), sdk.tarball, '--profile', 'strict', '--no-color');
  });

  for (const [name, compiler, strict] of [
    ['TypeScript 5', join(tools, 'typescript/bin/tsc'), ['--skipLibCheck']],
    ['our compiler', join(ROOT, 'node_modules/typescript/bin/tsc'), ['--skipLibCheck', '--exactOptionalPropertyTypes']],
  ] as const) {
    it(`compiles strictly with ${name} and the frameworks' own types`, async () => {
      writeFileSync(join(sdk.folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(sdk.folder, 'merchant.ts'), MERCHANT);
      for (const each of ['express', 'fastify', 'hono', '@types']) link(each);
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022'];
      await run(compiler, ...options, ...strict, '--types', 'node', 'merchant.ts');
    });
  }

  const link = (name: string) => {
    const place = join(sdk.folder, 'node_modules', name);
    if (!existsSync(place)) symlinkSync(join(tools, name), place);
  };
});
