// Run by `npm ci` (postinstall in package.json) and when the image is built: starts the gateway once, on a temporary store, requests its pages,
// and stops it. So the first real start finds the source compiled (NODE_COMPILE_CACHE in bin/peye), and takes half the time and 30 MB less
// memory; so does the first page of each kind, whose code is loaded with it. It never fails an installation: without the cache, a gateway
// only starts more slowly.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 30_000;
/** One of each kind: the hosted pages (none of these exists, which is enough to load their code), the console, and the documentation. */
const PAGES = ['/pay/1/x', '/l/x', '/c/x', '/widget/v1/card', '/console', '/docs'];
const peye = fileURLToPath(new URL('peye', import.meta.url));
const main = new URL('../src/main.ts', import.meta.url);

// The packages of an image are installed before its source is copied.
if (existsSync(main)) await startOnce();

async function startOnce() {
  const folder = mkdtempSync(join(tmpdir(), 'peye-warm-'));
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  // In an empty folder, so that no .env file is read.
  const child = spawn(peye, ['start', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: join(folder, 'data'),
    },
  });
  const timeout = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  // The gateway is ready when it prints its document, and writes the cache when it exits.
  child.stdout.once('data', () => void visitPages(base).finally(() => child.kill('SIGTERM')));
  child.stdout.resume();
  await new Promise((done) => child.once('close', done).once('error', done));
  clearTimeout(timeout);
  rmSync(folder, { recursive: true, force: true });
}

async function visitPages(base) {
  const visit = (path) => fetch(base + path, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then((page) => page.text());
  await Promise.allSettled(PAGES.map(visit));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
