import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { fillAndSubmit } from '../pages/visitor.ts';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { freePort, until } from '../support/gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SECTION = '## Quick start';

/** Follows the README word for word. Only ports differ from those that it shows. */
describe('the quick start of the README', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let folder: string;
  const terminals: Terminal[] = [];
  before(async () => {
    browser = await launchBrowser();
    folder = mkdtempSync(join(tmpdir(), 'peye-readme-'));
    // The folder as it is after git clone and npm ci.
    for (const name of ['bin', 'src', 'migrations', 'examples', 'package.json']) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  after(async () => {
    await browser.close();
    for (const terminal of terminals) await terminal.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leads to a handler that has checked the signature', async () => {
    const [first = '', second = ''] = shellBlocks();
    assert.equal(first, 'npm ci --omit=dev && npm start');
    const [gatewayPort, receiverPort] = [await freePort(), await freePort()];
    writeFileSync(join(folder, '.env'), `PORT=${gatewayPort}\n`);
    const open = () => {
      const terminal = openTerminal(folder);
      terminals.push(terminal);
      return terminal;
    };

    const serving = open();
    serving.type('npm start\n');
    const exports = () => serving.output().match(/^ *export PEYE_\w+=\S+$/gm) ?? [];
    await until('the gateway has printed key and secret', () => exports().length === 2);

    const developing = open();
    developing.type(`${exports().join('\n')}\n`);
    developing.type(
      `${second
        .replace(':8080', `:${gatewayPort}`)
        .replace(':4000', `:${receiverPort}`)
        .replace('node examples', `PORT=${receiverPort} node examples`)}\n`,
    );
    const answer = /"payment_url":\s?"([^"]+)"/;
    await until('the payment is created', () => answer.test(developing.output()));
    const url = answer.exec(developing.output())?.[1] ?? '';
    const [, phone = '', pin = '', code = ''] = /number `(\d+)`, PIN `(\d+)` and code `(\d+)`/.exec(section()) ?? [];
    const page = await browser.newPage();
    await page.goto(url);
    await fillAndSubmit(page, { phone, pin });
    await fillAndSubmit(page, { code });
    const id = /\/pay\/(\d+)\//.exec(url)?.[1];
    const wanted = `payment.success ${id} 500.00 HTG`;
    await until('the receiver has the event', () => developing.output().includes(wanted)).catch((error) => {
      throw new Error(`${error.message}\n${serving.output()}\n${developing.output()}`);
    });
  });
});

function section(): string {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const start = text.indexOf(`${SECTION}\n`);
  assert.ok(start >= 0, 'the section is there');
  return text.slice(start, text.indexOf('\n## ', start + SECTION.length));
}

function shellBlocks(): string[] {
  return [...section().matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, block]) => block ?? '');
}

interface Terminal {
  type(text: string): void;
  output(): string;
  close(): Promise<void>;
}

/** A shell that a person types into, with its own home and no settings of Peye. */
function openTerminal(folder: string): Terminal {
  const shell = spawn('sh', [], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, detached: true });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<void>((done) => shell.once('close', () => done()));
  return {
    type: (text) => shell.stdin.write(text),
    output: () => output,
    async close() {
      // Ends the shell and the programs that it has started, which are its process group.
      process.kill(-shell.pid!, 'SIGTERM');
      await ended;
    },
  };
}
