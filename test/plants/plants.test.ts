import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PLANTS } from './plants.ts';

/** Only long runs plant these bugs. This check notices at once when the source line of a bug has changed. */
describe('planted bugs', () => {
  const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

  for (const { row, bug, file, find } of PLANTS) {
    it(`${row}: ${bug}: the line that it changes is in the source exactly once`, () =>
      assert.equal(text(file).split(find).length, 2));
  }

  it('name a test that exists', () => {
    const missing = PLANTS.filter(({ test }) => !existsSync(new URL(`../../${test}`, import.meta.url)));
    assert.deepEqual(missing, []);
  });
});
