import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

/** The number of lines for which there is room while none is read, and a number that is too large. */
const FEW = 5_000;
const MANY = 20_000;

function logging(ending: string, lines: number): ChildProcess {
  return spawn(process.execPath, [new URL('../support/log-main.ts', import.meta.url).pathname, ending, String(lines)], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
}

const parse = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { n?: number | string; lines?: number; level: string });

for (const ending of ['throw', 'exit', 'end']) {
  test(`lines that wait to be written are written, in their order, when the process ends by ${ending}`, async () => {
    const child = logging(ending, FEW);
    child.on('message', () => child.connected && ending === 'end' && child.send('end'));
    const lines = parse(await text(child.stdout!));
    assert.deepEqual(
      lines.map(({ n }) => n),
      [...Array(FEW).keys(), ...(ending === 'end' ? ['last'] : [])],
    );
  });
}

test('while the log is not read, the process continues, keeps a bounded part of it, and says how many lines are lost', async () => {
  const child = logging('continue', MANY);
  const exited = once(child, 'exit');
  // The process sends this message although its log is not read.
  await once(child, 'message');
  const output = text(child.stdout!);
  child.send('continue');
  const [code] = await exited;
  assert.equal(code, 0);
  const lines = parse(await output);
  const lossIndex = lines.findIndex((line) => line.lines !== undefined);
  assert.ok(lossIndex > 1_000, 'the lines for which there was room are there');
  assert.equal(lines[lossIndex]?.level, 'error');
  assert.equal(lines.length - 1 + lines[lossIndex]!.lines!, MANY + 1, 'each line is either there or counted as lost');
  assert.deepEqual(
    lines.slice(0, lossIndex).map(({ n }) => n),
    [...Array(lossIndex).keys()],
  );
});
