import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rowsByFile } from './contract/rows-by-file.ts';
import { cheapestCover, inOrder, isForDay, NAMED_FILES, overBudget, sharesProcess } from './support/plan.ts';

const TEST_FILES = globSync('test/**/*.test.ts', { cwd: fileURLToPath(new URL('..', import.meta.url)) });

describe('the plan of test files', () => {
  const night = 'test/growth.test.ts';
  const [calm, alone] = ['test/network/overload.test.ts', 'test/bench.test.ts'];

  it("starts with the night's files and the most expensive ones, and loses none", () => {
    const costs = { cheap: 1, expensive: 9 };
    assert.deepEqual(inOrder([alone, 'cheap', 'unknown', calm, 'expensive', night], costs), {
      shared: [night, 'expensive', 'unknown', 'cheap'],
      calm: [calm],
      alone: [alone],
    });
    assert.deepEqual([night, calm, alone].map(isForDay), [false, true, false]);
  });

  it('names files that exist', () => {
    for (const file of NAMED_FILES) assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), file);
  });

  it('gives its own process to a file that changes it, itself or through its imports, and to the named files', () => {
    const files = ['tls-checks', 'private-files', 'replaced-program', 'clock-jumps'].map(
      (name) => `test/faults/${name}.test.ts`,
    );
    for (const file of [...files, 'test/contract/rows.test.ts']) assert.equal(sharesProcess(file), false, file);
    for (const file of ['test/links/page.test.ts', 'test/faults/kill.test.ts', 'test/pages/appearance.test.ts'])
      assert.equal(sharesProcess(file), true, file);
    assert.ok(TEST_FILES.filter(sharesProcess).length > 400);
  });

  it('does not leave to the night a file with the only test of a row of the contract', () => {
    const rowsOf = (isRun: (file: string) => boolean) =>
      new Set([...rowsByFile()].flatMap(([file, { rows }]) => (isRun(file) ? [...rows] : [])));
    assert.deepEqual([...rowsOf(() => true).difference(rowsOf(isForDay))], []);
  });

  it('fails a file that used three times its recorded cost, or 15 seconds if it is new or cheap', () => {
    const costs = { expensive: 20, cheap: 1 };
    assert.deepEqual(overBudget(new Map(Object.entries({ expensive: 60, cheap: 15, new: 15 })), costs), []);
    const complaints = overBudget(new Map(Object.entries({ expensive: 61, cheap: 16, new: 16 })), costs);
    assert.deepEqual(
      complaints.map((each) => each.split(':')[0]),
      [
        'expensive used 61 s of a processor, and may use 60 s',
        'cheap used 16 s of a processor, and may use 15 s',
        'new used 16 s of a processor, and may use 15 s',
      ],
    );
  });

  it('covers the open rows of the contract with files that hold many of them for their cost', () => {
    const rows = new Map([
      ['a', new Set(['A-1', 'A-2', 'A-3'])],
      ['b', new Set(['A-1', 'A-2'])],
      ['c', new Set(['A-3'])],
      ['d', new Set(['A-4'])],
    ]);
    const costs = { a: 30, b: 2, c: 1, d: 1 };
    assert.deepEqual(cheapestCover(rows, new Set(['A-4']), costs).sort(), ['b', 'c']);
  });
});
