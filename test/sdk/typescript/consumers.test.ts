import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installSdk, toolsFolder } from './installed-sdk.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The program of a merchant. It must compile without the DOM, without types of Node, and without `!`. */
const MERCHANT = `
import { amounts, type CreatedPayment, type ErrorCode, type Payment, Peye, PeyeError, webhooks } from '@peye/sdk';
import { expressWebhook } from '@peye/sdk/express';
import { fastifyWebhook } from '@peye/sdk/fastify';
import { honoWebhook } from '@peye/sdk/hono';
import { nextWebhook } from '@peye/sdk/next';

export const peye = new Peye({ apiKey: 'tk_test_a', baseUrl: 'https://pay.example.ht' });
const order = { amount: '500.00', currency: 'HTG', customer_name: 'Marie' } as const;
export async function redirect(): Promise<string[]> {
  const moncash = await peye.payments.create({ ...order, payment_method: 'moncash' });
  const natcash = await peye.payments.create({ ...order, payment_method: 'natcash' });
  const lakaypay = await peye.payments.create({ ...order, payment_method: 'lakaypay_card' });
  const url: string = moncash.payment_url;
  const reference: string = natcash.natcash_reference;
  return [url, reference, natcash.payment_url, lakaypay.payment_url];
}
export async function card(): Promise<string> {
  const created = await peye.payments.create({ ...order, payment_method: 'card' });
  // @ts-expect-error a card has no page to redirect to
  const url: string = created.payment_url;
  return created.client_secret + created.publishable_key + String(url);
}
export async function any(payment_method: 'moncash' | 'card'): Promise<string> {
  const created: CreatedPayment = await peye.payments.create({ ...order, payment_method });
  return created.status === 'processing' ? created.payment_url : created.client_secret;
}
export function ended(payment: Payment): string {
  switch (payment.status) {
    case 'completed':
      return payment.completed_at;
    case 'failed':
      return payment.failed_at + payment.failure_reason;
    default: {
      const none: null = payment.completed_at;
      return String(none) + String(amounts.toMinor(payment.amount));
    }
  }
}
export const monthly = peye.payments.create({ ...order, payment_method: 'lakaypay_card', recurring: true, recurring_interval: 'monthly' });
export async function problems(error: unknown): Promise<boolean> {
  // @ts-expect-error recurring is for lakaypay_card
  await peye.payments.create({ ...order, payment_method: 'moncash', recurring: true, recurring_interval: 'monthly' });
  // @ts-expect-error without its interval
  await peye.payments.create({ ...order, payment_method: 'lakaypay_card', recurring: true });
  // @ts-expect-error no such field
  await peye.payments.create({ ...order, payment_method: 'moncash', referense: 'a' });
  // @ts-expect-error no such method
  await peye.payments.create({ ...order, payment_method: 'cash' });
  if (!(error instanceof PeyeError)) return false;
  const code: ErrorCode = 'amount_too_low';
  // @ts-expect-error no such code
  if (error.code === 'amount_to_low') return true;
  return error.code === code || error.code === 'lost_response';
}
const secret = 'whsec_a';
const onEvent = () => {};
export const handlers = [
  expressWebhook({ secret, mode: 'live', onEvent }),
  honoWebhook({ secret, mode: 'test', onEvent }),
  nextWebhook({ secret, mode: 'live', onEvent }),
  fastifyWebhook,
];
// @ts-expect-error which mode?
expressWebhook({ secret, onEvent });
// @ts-expect-error no such mode
nextWebhook({ secret, mode: 'production', onEvent });
// @ts-expect-error which mode?
void webhooks.verify('', {}, secret);
void webhooks.verify('', {}, secret, { mode: 'live' });
export async function pages(): Promise<number> {
  let count = (await peye.payments.list({ per_page: 100 })).data.length;
  for await (const payment of peye.payments.iterate({ status: 'completed' })) count += payment.amount.length;
  for await (const event of peye.events.iterate()) count += event.data.amount.length;
  return count;
}
`;

const RUNS = `
const { Peye, PeyeError, amounts, webhooks } = require('@peye/sdk');
const { expressWebhook } = require('@peye/sdk/express');
const { nextWebhook } = require('@peye/sdk/next');
const secret = 'whsec_a';
const body = '{"event":"test","timestamp":1,"data":{}}';
(async () => {
  const seen = [];
  const POST = nextWebhook({ secret, mode: 'test', onEvent: ({ event }) => seen.push(event) });
  const headers = await webhooks.sign(body, secret, { mode: 'test' });
  const { status } = await POST(new Request('http://shop.example/', { method: 'POST', headers, body }));
  const failure = await new Peye({ apiKey: 'tk_test_a', baseUrl: 'http://127.0.0.1:9', retries: 0 }).health().catch((error) => error);
  const none = [typeof expressWebhook, amounts.equal('5', '5.00'), failure instanceof PeyeError];
  console.log(JSON.stringify([status, seen, ...none]));
})();
`;

describe('a project that uses @peye/sdk', () => {
  const sdk = installSdk();
  const tools = toolsFolder();
  after(() => sdk.remove());

  const project = (name: string, type: 'commonjs' | 'module') => {
    const folder = join(sdk.folder, name);
    mkdirSync(join(folder, 'node_modules/@peye'), { recursive: true });
    cpSync(sdk.package, join(folder, 'node_modules/@peye/sdk'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
    writeFileSync(join(folder, 'merchant.ts'), MERCHANT);
    return folder;
  };
  const run = (cwd: string, program: string, args: readonly string[]) =>
    promisify(execFile)(program, [...args], { cwd }).catch((error: { stdout: string; stderr: string }) =>
      assert.fail(`${error.stdout}${error.stderr}`),
    );

  const [five, four] = [join(tools, 'typescript/bin/tsc'), join(tools, 'typescript4/bin/tsc')];
  const ours = join(ROOT, 'node_modules/typescript/bin/tsc');
  const compile = async (folder: string, compiler: string, file: string, options: object) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, target: 'es2022', noEmit: true };
    const compilerOptions = { ...strict, lib: ['es2022'], types: [], ...options };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    await run(folder, process.execPath, [compiler, '-p', folder]);
  };

  for (const [name, type, compiler, options] of [
    ['commonjs, node16', 'commonjs', five, { module: 'node16' }],
    ['commonjs, node10', 'commonjs', five, { module: 'commonjs', moduleResolution: 'node10' }],
    ['commonjs, node10, TypeScript 4.9', 'commonjs', four, { module: 'commonjs', moduleResolution: 'node' }],
    ['commonjs, nodenext, our compiler', 'commonjs', ours, { module: 'nodenext' }],
    ['modules, nodenext', 'module', five, { module: 'nodenext' }],
    ['modules, bundler', 'module', five, { module: 'esnext', moduleResolution: 'bundler' }],
    ['modules, with the DOM', 'module', five, { module: 'nodenext', lib: ['es2022', 'dom'] }],
  ] as const) {
    it(`compiles: ${name}`, () =>
      compile(project(name.replaceAll(/\W+/g, '-'), type), compiler, 'merchant.ts', options));
  }

  it('gives Next a handler that returns its Response', async () => {
    const folder = project('next', 'module');
    symlinkSync(join(tools, '@types'), join(folder, 'node_modules/@types'));
    const route = `import { nextWebhook } from '@peye/sdk/next';
export const POST: (request: Request) => Promise<Response> = nextWebhook({ secret: 'whsec_a', mode: 'live', onEvent() {} });`;
    writeFileSync(join(folder, 'route.ts'), route);
    for (const libraries of [{ lib: ['es2022', 'dom'] }, { types: ['node'] }]) {
      await compile(folder, five, 'route.ts', { module: 'nodenext', skipLibCheck: true, ...libraries });
    }
  });

  for (const [name, program] of [
    ['Node 18', join(tools, 'node18/bin/node')],
    ['Node 20', join(tools, 'node20/bin/node')],
    ['Node 22', join(tools, 'node22/bin/node')],
    ['Node 24', process.execPath],
  ] as const) {
    it(`works with require in ${name}`, async () => {
      const folder = project(`runs-${name.replace(' ', '-')}`, 'commonjs');
      writeFileSync(join(folder, 'shop.cjs'), RUNS);
      const { stdout } = await run(folder, program, ['shop.cjs']);
      assert.deepEqual(JSON.parse(stdout), [204, ['test'], 'function', true, true]);
    });
  }

  it('throws an error in a browser, unless browsers are allowed', async () => {
    const folder = project('browser', 'module');
    const program = `globalThis.window = { document: {} };
const { Peye } = await import('@peye/sdk');
const options = { apiKey: 'tk_live_a', baseUrl: 'https://pay.example.ht' };
let message = '';
try { new Peye(options); } catch (error) { message = error.message; }
new Peye({ ...options, allowBrowser: true });
console.log(message);`;
    writeFileSync(join(folder, 'page.mjs'), program);
    const { stdout } = await run(folder, process.execPath, ['page.mjs']);
    assert.match(
      stdout,
      /^This is a browser, where everyone can read the key: call Peye from your server\. .*allowBrowser/,
    );
  });
});
