import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

/** What there is room for while nothing is read, and what is too much. */
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

test('while nobody reads the log, the process goes on, keeps a bounded part of it, and says how many lines are lost', async () => {
  const child = logging('go-on', MANY);
  const exited = once(child, 'exit');
  // It gets here although nothing of its log is read.
  await once(child, 'message');
  const output = text(child.stdout!);
  child.send('go on');
  const [code] = await exited;
  assert.equal(code, 0);
  const lines = parse(await output);
  const told = lines.findIndex((line) => line.lines !== undefined);
  assert.ok(told > 1_000, 'what there was room for is there');
  assert.equal(lines[told]?.level, 'error');
  assert.equal(lines.length - 1 + lines[told]!.lines!, MANY + 1, 'each line is there or counted');
  assert.deepEqual(
    lines.slice(0, told).map(({ n }) => n),
    [...Array(told).keys()],
  );
});
