import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyUses } from '../../src/features/websites/key-uses.ts';

test('a use is returned once in five minutes, and again if it could not be stored', () => {
  const uses = keyUses();
  for (let time = 0; time < 3; time++) uses.note('key_a');
  uses.note('key_b');
  assert.deepEqual(uses.take(), ['key_a', 'key_b']);
  uses.note('key_a');
  assert.deepEqual(uses.take(), [], 'not twice in five minutes');
  uses.giveBack(['key_a']);
  assert.deepEqual(uses.take(), ['key_a']);
});

test('uses are returned in batches of at most 200, and at most 10,000 wait', () => {
  const uses = keyUses();
  for (let number = 0; number < 10_500; number++) uses.note(`key_${number}`);
  let taken = 0;
  for (let ids = uses.take(); ids.length > 0; ids = uses.take()) {
    assert.ok(ids.length <= 200);
    taken += ids.length;
  }
  assert.equal(taken, 10_000);
});
