// `npm run shop`: the whole of it with one command. A gateway in its sandbox, this shop, and `peye listen`, which brings the
// webhooks to a machine without a public address. All of it is in a folder that is deleted at the end.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BRAND } from './brand.mjs';

const PEYE = fileURLToPath(new URL('../../bin/peye', import.meta.url));
const SHOP = fileURLToPath(new URL('shop.mjs', import.meta.url));
const SHOP_PORT = process.env.PORT ?? '4000';
const shopUrl = `http://127.0.0.1:${SHOP_PORT}`;
const folder = mkdtempSync(join(tmpdir(), 'peye-shop-'));
// Nothing of the developer's own settings: a demo must not meet a real store or a live key.
const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder, PORT: await freePort(), LOG_LEVEL: 'warn' };
const running = new Set();
let isEnding = false;

process.on('SIGINT', () => end(0));
process.on('SIGTERM', () => end(0));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const gateway = start(PEYE, ['start', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const made = JSON.parse(await firstDocument(gateway.stdout));
const account = { PEYE_URL: made.base_url, PEYE_KEY: made.key, PEYE_WEBHOOK_SECRET: made.webhook_secret };
const { name, colour, logoFile, contact } = BRAND;
const look = ['--name', name, '--colour', colour, '--logo', logoFile, '--contact', contact];
const website = ['websites', 'update', made.website_id, '--return-url', `${shopUrl}/thanks`, ...look];
execFileSync(PEYE, website, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
const listen = ['listen', '--url', made.base_url, '--forward', `${shopUrl}/webhooks`];
start(PEYE, listen, { env: { ...env, ...account }, stdio: ['ignore', 'ignore', 'inherit'] });
start(process.execPath, [SHOP], { env: { ...env, ...account, PORT: SHOP_PORT }, stdio: 'inherit' });
console.log(`the gateway: ${made.url}, its documentation: ${made.url}/docs, Ctrl-C ends both`);

function start(program, args, options) {
  const child = spawn(program, args, { cwd: folder, ...options });
  running.add(child);
  // If one of the programs ends, the others are of no use.
  child.on('exit', () => {
    running.delete(child);
    void end(1);
  });
  return child;
}

async function end(code) {
  if (isEnding) return;
  isEnding = true;
  const gone = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(gone);
  process.exit(code);
}

async function firstDocument(stream) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    text += chunk;
    if (text.endsWith('}\n')) return text;
  }
  throw new Error('the gateway did not start');
}

function freePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}
