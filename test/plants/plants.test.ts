import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PLANTS } from './plants.ts';

/** The long runs plant these bugs. Without this check, one whose place has changed is noticed only there. */
describe('planted bugs', () => {
  const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

  for (const { row, bug, file, find } of PLANTS) {
    it(`${row}: ${bug}: has its place in the source, once`, () => assert.equal(text(file).split(find).length, 2));
  }

  it('name a test that exists', () => {
    const missing = PLANTS.filter(({ test }) => !existsSync(new URL(`../../${test}`, import.meta.url)));
    assert.deepEqual(missing, []);
  });
});
