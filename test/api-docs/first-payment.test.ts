import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PEYE } from '../support/cli.ts';
import { docFiles, fencesIn, ROOT } from '../support/doc-fences.ts';
import { freePort, until } from '../support/gateway.ts';
import { isListening } from '../support/merchant-process.ts';

/** Long enough for a start that compiles the sources and creates the store. */
const READY_TIMEOUT_MS = 60_000;

interface Program {
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Follows the first topic as a new reader does: each command as it is written, with the values that the previous command has printed. */
describe('the first payment, word for word', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-first-payment-'));
  const programs: Program[] = [];
  after(async () => {
    for (const program of programs.toReversed()) await program.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (command: string, env: Record<string, string>): Program => {
    // In its own process group, so that the programs that the shell has started end with the shell.
    const child = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const program = { output: () => output, stop: () => end(child) };
    programs.push(program);
    return program;
  };

  it('leads from a start on an empty folder to a signed webhook in a receiver', async () => {
    const [port, receiverPort] = [await freePort(), await freePort()];
    const here = (command: string) =>
      command
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${receiverPort}`)
        .replace('npm ci --omit=dev && npm start', 'exec bin/peye start')
        .replaceAll('bin/peye', PEYE)
        .replace('examples/receivers/', `${ROOT}/examples/receivers/`);
    const fences = fencesIn(docFiles().get('docs/first-payment.md')!).filter(({ language }) => language === 'sh');
    const [startGateway, exports, create, keep, complete, read, receive, listen] = fences.map(({ text }) => text);
    assert.equal(fences.length, 8);
    const machine = { DATA_DIR: join(folder, 'data'), PORT: String(port), HOME: folder };

    const gateway = start(here(startGateway!), machine);
    await until('the gateway has printed its secrets', () => /whsec_\w+/.test(gateway.output()), READY_TIMEOUT_MS);
    const env: Record<string, string> = { ...machine };
    for (const [, name = '', prefix = ''] of exports!.matchAll(/^export (\w+)=(\w+_)…$/gm)) {
      env[name] = new RegExp(`\\b${prefix}\\w+`).exec(gateway.output())?.[0] ?? '';
    }
    assert.match(env.PEYE_KEY ?? '', /^tk_test_/);
    assert.match(env.PEYE_WEBHOOK_SECRET ?? '', /^whsec_/);
    const ask = async (command: string) => {
      const { stdout } = await promisify(execFile)('sh', ['-c', here(command)], {
        env: { PATH: process.env.PATH, ...env },
      });
      return JSON.parse(stdout);
    };

    const created = await ask(create!);
    assert.equal(created.success, true);
    assert.match(keep!, /^export TRANSACTION_ID=\d+/);
    env.TRANSACTION_ID = created.transaction_id;
    assert.equal((await (await fetch(created.payment_url)).text()).includes('<form'), true);
    assert.equal((await ask(complete!)).data.status, 'completed');
    const { data } = await ask(read!);
    assert.deepEqual([data.status, data.amount, data.currency], ['completed', created.amount, created.currency]);

    const receiver = start(here(receive!), { ...env, PORT: String(receiverPort) });
    await until('the receiver listens', () => isListening(receiverPort));
    start(here(listen!), env);
    await until('the receiver has printed the event', () =>
      receiver.output().includes(`payment.success ${created.transaction_id} 500.00 HTG`),
    );
  });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid!, 'SIGKILL');
  await ended;
}
