import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TooManyWaiting, turns } from '../../src/platform/tasks/turns.ts';

describe('turns', () => {
  it('runs a limited number at a time, in their order of arrival, and refuses work beyond the waiting limit', async () => {
    const inTurn = turns({ atOnce: 2, waiting: 3 });
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const begin = (number: number) =>
      inTurn(async () => {
        started.push(number);
        await new Promise<void>((end) => (ends[number] = end));
        return number;
      });
    const first = [0, 1, 2, 3, 4].map(begin);
    await assert.rejects(begin(5), TooManyWaiting);
    assert.deepEqual(started, [0, 1]);
    ends[1]?.();
    await first[1];
    assert.deepEqual(started, [0, 1, 2]);
    const late = begin(6);
    for (const number of [0, 2, 3, 4, 6]) {
      while (!ends[number]) await new Promise(setImmediate);
      ends[number]?.();
    }
    assert.deepEqual(await Promise.all([...first, late]), [0, 1, 2, 3, 4, 6]);
  });

  it('passes its turn on when the work fails', async () => {
    const inTurn = turns({ atOnce: 1, waiting: 1 });
    const failing = inTurn(async () => {
      throw new Error('no');
    });
    const next = inTurn(async () => 'yes');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'yes');
    assert.equal(await inTurn(async () => 'again'), 'again');
  });
});
