import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFileSync, globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { VERSION } from '../../../sdk/typescript/src/settings.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../../support/gateway.ts';
import { type FaultyProxy, startFaultyProxy } from '../faulty-proxy.ts';
import { installSdk } from './installed-sdk.ts';
import { runtimes, workerdProgram } from './runtimes.ts';

const LIMIT_MS = 120_000;

describe('sqlite: the SDK for TypeScript', () => {
  const sdk = installSdk();
  let gateway: TestGateway;
  let proxy: FaultyProxy;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    proxy = await startFaultyProxy(gateway.url);
    for (const file of ['suite.mjs', 'run-suite.mjs', 'worker.mjs']) {
      copyFileSync(new URL(file, import.meta.url), join(sdk.folder, file));
    }
  });
  after(async () => {
    await proxy?.close();
    await gateway?.stop();
    sdk.remove();
  });

  /** The settings for a runtime, which has its own website, so that its lists have no payments of other runtimes. */
  const settingsFor = async (runtime: string) => {
    const { testKey, liveKey } = await gateway.newWebsite(runtime);
    const closedUrl = `http://127.0.0.1:${await freePort()}`;
    return { gatewayUrl: gateway.url, proxyUrl: proxy.url, closedUrl, testKey, liveKey, runtime };
  };
  const judge = ({ checks, failures }: { checks: number; failures: string[] }) => {
    assert.deepEqual(failures, []);
    assert.ok(checks >= 15, `${checks} checks ran`);
  };

  describe('in every runtime', { concurrency: true }, () => {
    for (const [name, { program, args }] of Object.entries(runtimes())) {
      it(`works in ${name} as documented`, async () => {
        const settings = await settingsFor(name);
        const { stdout } = await promisify(execFile)(program, [...args, 'run-suite.mjs', JSON.stringify(settings)], {
          cwd: sdk.folder,
          timeout: LIMIT_MS,
          env: { PATH: process.env.PATH, HOME: sdk.folder, DENO_NO_UPDATE_CHECK: '1' },
        });
        judge(JSON.parse(stdout));
      });
    }

    it('works in workerd as documented', async (context) => {
      const url = await startWorkerd(context, sdk.folder);
      const body = JSON.stringify(await settingsFor('workerd'));
      judge(
        (await (await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(LIMIT_MS) })).json()) as never,
      );
    });
  });

  it('names its version and its runtime in every request', () => {
    const agents = [...new Set(proxy.requests.map(({ headers }) => headers['user-agent'] ?? ''))];
    for (const agent of agents) assert.ok(agent.startsWith(`peye-sdk-js/${VERSION} (`), agent);
    for (const runtime of [
      'Node.js v18',
      'Node.js v20',
      'Node.js/22',
      'Node.js/24',
      'Deno/',
      'Bun/',
      'Cloudflare-Workers',
    ]) {
      assert.ok(
        agents.some((agent) => agent.includes(runtime)),
        `${runtime} in ${agents}`,
      );
    }
  });

  it('sends each creation once', () => {
    const bodies = proxy.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/payments'));
    const references = bodies.map(({ fault, body }) => `${fault} ${JSON.parse(body).reference}`);
    const repeated = references.filter((each, index) => references.indexOf(each) !== index && !each.endsWith('null'));
    assert.ok(references.length > 50, `${references.length} creations were seen`);
    assert.deepEqual(repeated, []);
  });
});

/** Starts workerd with the suite as its worker. Its requests may go only to this machine. */
async function startWorkerd(context: TestContext, folder: string): Promise<string> {
  const port = await freePort();
  const embed = (name: string, path: string) => `(name = "${name}", esModule = embed "${path}")`;
  const modules = [
    embed('worker.mjs', 'worker.mjs'),
    embed('suite.mjs', 'suite.mjs'),
    embed('@peye/sdk', 'node_modules/@peye/sdk/dist/index.js'),
    embed('@peye/sdk/next', 'next.mjs'),
    ...globSync(join(folder, 'node_modules/@peye/sdk/dist/*.js')).map((path) =>
      embed(`@peye/${basename(path)}`, `node_modules/@peye/sdk/dist/${basename(path)}`),
    ),
  ];
  writeFileSync(join(folder, 'next.mjs'), "export * from '../handlers.js';\n");
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [${modules.join(', ')}], compatibilityDate = "2026-01-01", globalOutbound = "loopback")),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`,
  );
  const child = spawn(workerdProgram(), ['serve', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  context.after(() => child.kill());
  const url = `http://127.0.0.1:${port}`;
  await until('workerd listens', async () => {
    if (child.exitCode !== null) throw new Error(output);
    return fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
  });
  return url;
}
