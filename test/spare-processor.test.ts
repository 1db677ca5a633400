import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { busyShare, type ProcessorTime, processorTime, spareTurns } from './support/spare-processor.ts';

describe('the spare time of processors', () => {
  /** Reads of a machine that is busy for a share of each second. */
  const readsOf = (shares: readonly number[]) => {
    let now: ProcessorTime = { all: 0, busy: 0 };
    const left = [...shares];
    const read = () => {
      const share = left.shift() ?? 1;
      now = { all: now.all + 1_000, busy: now.busy + share * 1_000 };
      return now;
    };
    return { read, left };
  };

  it('is waited for until the processors are no longer busy', async () => {
    const { read, left } = readsOf([1, 1, 0.9, 0.5, 1, 1]);
    await spareTurns(() => true, read, 1)();
    assert.equal(left.length, 2);
  });

  it('is given to one after the other, who each look again', async () => {
    const { read, left } = readsOf([1, 0.5, 1, 1, 0.5, 1]);
    const turn = spareTurns(() => true, read, 1);
    await Promise.all([turn(), turn()]);
    assert.equal(left.length, 1);
  });

  it('is not waited for when nothing is left to do', async () => {
    let isLeft = true;
    const turn = spareTurns(() => isLeft, readsOf([]).read, 1);
    const waiting = [turn(), turn()];
    isLeft = false;
    await Promise.all(waiting);
  });

  it('is read from the machine', () => {
    const since = processorTime();
    for (const end = performance.now() + 50; performance.now() < end; );
    const share = busyShare(since);
    assert.ok(share >= 0 && share <= 1, String(share));
    assert.ok(since.busy > 0 && since.all > since.busy);
  });
});
