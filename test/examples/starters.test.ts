import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGES } from '../../src/docs-site/downloads/packages.ts';
import { webhookHeaders } from '../../src/features/webhooks/sign.ts';
import { fencesIn, ROOT } from '../support/doc-fences.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../support/merchant-process.ts';
import { unless } from '../support/missing-tool.ts';
import { DENO_IN_NODE } from './framework-stubs.ts';
import { DJANGO, FASTAPI, FETCHED, FLASK, GO, PHP, PIP } from './programs.ts';

const exec = promisify(execFile);
const SECRET = 'whsec_starters00000000000000000000000000';
const WRITTEN_URL = 'http://127.0.0.1:8080';
const MAX_README_LINES = 24;

interface Starter {
  readonly name: string;
  readonly skip: string | false;
  /** The programs that its README uses, as this machine has them: shell scripts by name. */
  readonly programs: Readonly<Record<string, string>>;
  /** A package that npm would fetch, from the fetched packages. */
  readonly fetched?: string;
  /** What shows that the order was paid: the page of the order, or else the program's output. */
  readonly orderPage?: RegExp;
}

const python = (path: string | undefined) => ({
  python: `exec ${path} "$@"`,
  uvicorn: `exec ${path} -u -m uvicorn "$@"`,
  // Without an index pip installs only the given file, into the folder of the copy.
  pip: `shift; exec ${PIP} -m pip install -q --no-index --disable-pip-version-check --root-user-action=ignore --target=. "$@"`,
});

const STARTERS: readonly Starter[] = [
  {
    name: 'express',
    skip: unless(FETCHED, 'the packages that npm run test:sdk fetches'),
    programs: { node: `exec ${process.execPath} "$@"` },
    fetched: 'express',
    orderPage: /^Peye$/,
  },
  { name: 'php', skip: PHP ? false : 'needs PHP', programs: { php: `exec ${PHP} "$@"` }, orderPage: /<p>paid</ },
  { name: 'flask', skip: FLASK && PIP ? false : 'needs Flask and pip', programs: python(FLASK), orderPage: /<p>paid</ },
  { name: 'django', skip: unless(DJANGO && PIP, 'Django and pip'), programs: python(DJANGO) },
  { name: 'fastapi', skip: unless(FASTAPI && PIP, 'FastAPI, uvicorn and pip'), programs: python(FASTAPI) },
  { name: 'go', skip: unless(GO, 'Go'), programs: {} },
];
/** Starters whose platform runs them: a test of the SDKs runs `next`, and `supabase` has a test below. */
const OTHERS = ['next', 'supabase'];

/** The commands of the docs that get a starter. */
const GET = fencesIn(readFileSync(join(ROOT, 'docs/frameworks.md'), 'utf8')).find(
  ({ madeBy }) => madeBy === 'install starter',
)!.text;
const readmeOf = (name: string) => readFileSync(join(ROOT, 'examples', name, 'README.md'), 'utf8');
const commandsOf = (name: string) => fencesIn(readmeOf(name)).find(({ language }) => language === 'sh')!.text;

describe('the starters, from the gateway into an empty folder', () => {
  let gateway: TestGateway;
  let folder: string;
  const running: MerchantProcess[] = [];
  before(async () => {
    gateway = await startTestGateway('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'peye-starters-'));
  });
  after(async () => {
    for (const program of running) await program.stop();
    rmSync(folder, { recursive: true, force: true });
    await gateway?.stop();
  });

  /** A starter from the gateway, with scripts for its programs, the environment of its README, and a free port in place of 4000. */
  const copy = async ({ name, programs }: Pick<Starter, 'name' | 'programs'>) => {
    const [cwd, bin, home] = [join(folder, `peye-${name}`), join(folder, `${name}-bin`), join(folder, `${name}-home`)];
    await exec('sh', ['-c', GET.replace(WRITTEN_URL, gateway.url).replaceAll('django', name)], { cwd: folder });
    for (const path of [bin, home]) mkdirSync(path);
    for (const [program, script] of Object.entries(programs))
      writeFileSync(join(bin, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const port = await freePort();
    for (const path of globSync('**/*.{go,py}', { cwd }))
      writeFileSync(join(cwd, path), readFileSync(join(cwd, path), 'utf8').replace(':4000', `:${port}`));
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: home,
      ORDERS: join(home, 'orders'),
      PEYE_URL: gateway.url,
      PEYE_KEY: gateway.testKey,
      PEYE_WEBHOOK_SECRET: SECRET,
    };
    return { cwd, port, env };
  };
  const start = async (command: string, { cwd, port, env }: Awaited<ReturnType<typeof copy>>) => {
    const shop = await startMerchant(['sh', '-c', `exec ${command}`], { port, cwd, env });
    running.push(shop);
    return shop;
  };
  /** Pays a payment, and returns the reference of its order and a function that posts its webhook with a body that `change` may alter. */
  const pay = async (paymentUrl: string, webhooks: string) => {
    const [, id] = new RegExp(`^${gateway.url}/pay/(\\d+)/`).exec(paymentUrl) ?? assert.fail(paymentUrl);
    const { data } = (await gateway.api.post(`/test_helpers/payments/${id}/complete`)).json;
    const event = { event: 'payment.success', timestamp: 1795269991, data };
    const body = JSON.stringify(event);
    const headers = webhookHeaders({ event: event.event, mode: 'test', body, timestampS: event.timestamp }, SECRET);
    const notify = async (change = (text: string) => text) =>
      (await fetch(webhooks, { method: 'POST', headers, body: change(body) })).status;
    return { id: id!, reference: String(data.reference), notify };
  };

  for (const starter of STARTERS) {
    const { name, skip, fetched, orderPage } = starter;
    it(`${name}: its README leads to a payment and its verified webhook`, { skip }, async () => {
      const copied = await copy(starter);
      const { cwd, port, env } = copied;
      const sh = (command: string) => exec('sh', ['-c', command], { cwd, env });
      const commands = commandsOf(name).replaceAll('4000', String(port)).split('\n');
      assert.ok(commands.at(-2)!.startsWith(`export PEYE_URL=${WRITTEN_URL} PEYE_KEY=`), 'then it names the settings');
      // The packages that are not the gateway's are on this machine already.
      if (fetched) writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
      for (const command of commands.slice(0, -2))
        if (/downloads|go build/.test(command))
          await sh(
            command.replace(WRITTEN_URL, gateway.url).replace('npm install', 'npm install --no-audit --no-fund'),
          );
      if (fetched) symlinkSync(join(FETCHED!, fetched), join(cwd, 'node_modules', fetched));
      const shop = await start(commands.at(-1)!, copied);

      const url = `http://127.0.0.1:${port}`;
      assert.match(await (await fetch(url)).text(), /action="\/buy"/);
      const form = new URLSearchParams({ name: 'Marie Joseph' });
      const bought = await fetch(`${url}/buy`, { method: 'POST', body: form, redirect: 'manual' });
      assert.equal(bought.status, 303, shop.output());
      const { id, reference, notify } = await pay(bought.headers.get('location') ?? '', `${url}/webhooks`);
      assert.match(String(await notify((body) => `${body} `)), /^40[01]$/);
      assert.equal(await notify(), 204, shop.output());
      if (!orderPage) return until('it has printed the event', () => shop.output().includes(`payment.success ${id}`));
      assert.match(await (await fetch(`${url}/orders/${reference}`)).text(), orderPage);
    });
  }

  it('supabase: a function starts a payment, and another accepts its verified webhook', async () => {
    const runs = { name: 'supabase', programs: {} };
    const copied = await copy(runs);
    writeFileSync(join(copied.cwd, 'deno.mjs'), DENO_IN_NODE);
    const run = (name: string, port: number) =>
      start(`'${process.execPath}' --import ./deno.mjs functions/${name}/index.ts ${port}`, { ...copied, port });
    const webhooksPort = await freePort();
    await run('buy', copied.port);
    const webhooks = await run('webhooks', webhooksPort);
    const bought = await fetch(`http://127.0.0.1:${copied.port}`, { method: 'POST' });
    const { payment_url, order } = (await bought.json()) as Record<string, string>;
    const { id, reference, notify } = await pay(payment_url!, `http://127.0.0.1:${webhooksPort}`);
    assert.equal(reference, order);
    assert.equal(await notify((body) => `${body} `), 401);
    assert.equal(await notify(), 204, webhooks.output());
    await until('it has printed the event', () => webhooks.output().includes(`payment.success ${id}`));
  });

  it('each have a short README, and all are tested', () => {
    const names = globSync('examples/*/README.md', { cwd: ROOT }).map((path) => path.split(/[\\/]/)[1]!);
    const starters = names.filter((name) => name !== 'shop');
    assert.deepEqual(starters.sort(), [...STARTERS.map(({ name }) => name), ...OTHERS].sort());
    const archives = PACKAGES.flatMap(({ name }) => /^peye-starter-(.+)-\d/.exec(name)?.[1] ?? []);
    assert.deepEqual(archives.sort(), starters, 'each is a download');
    for (const name of starters) {
      assert.ok(readmeOf(name).split('\n').length <= MAX_README_LINES, `${name} has a short README`);
      assert.match(readmeOf(name), /^# .+\n\n/);
    }
  });

  it('need nothing outside of their folders', () => {
    for (const path of globSync('examples/{express,next,flask,django,fastapi,go,supabase}/**/*.{ts,tsx,mjs,py,go}', {
      cwd: ROOT,
    }))
      assert.doesNotMatch(readFileSync(join(ROOT, path), 'utf8'), /\.\.\/\.\.\/(\.\.\/)?(sdk|src)/, path);
  });
});
