import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { windowCounters } from '../../src/platform/limits/window-counters.ts';

const SECONDS = 60;
const START_MS = Date.UTC(2026, 10, 21);

describe('windowCounters', () => {
  let forward: (seconds: number) => void;
  beforeEach((context) => {
    const { timers } = (context as TestContext).mock;
    timers.enable({ apis: ['Date'], now: START_MS });
    let nowMs = START_MS;
    forward = (seconds) => {
      nowMs += seconds * 1000;
      timers.setTime(nowMs);
    };
  });

  it('passes exactly the limit in a window, and returns the seconds until its end', () => {
    const { consume } = windowCounters(3, SECONDS);
    for (let i = 0; i < 3; i++) assert.equal(consume('a'), 0);
    assert.equal(consume('a'), 60);
    forward(59.5);
    assert.equal(consume('a'), 1);
    assert.equal(consume('b'), 0);
    forward(0.5);
    for (let i = 0; i < 3; i++) assert.equal(consume('a'), 0);
    assert.equal(consume('a'), 60);
  });

  it('stores a limited number of clients, and deletes those whose window started first', () => {
    const { consume, size } = windowCounters(1, SECONDS, 1_000);
    for (let i = 0; i < 100_000; i++) consume(`2001:db8:0:${i.toString(16)}::/64`);
    assert.equal(size(), 1_000);
    assert.ok(consume('2001:db8:0:1869f::/64') > 0, 'the newest is still counted');
    assert.equal(consume('2001:db8:0:0::/64'), 0);
    assert.equal(size(), 1_000);
  });

  it('deletes windows that have ended', () => {
    const { consume, size } = windowCounters(1, SECONDS, 1_000);
    for (let i = 0; i < 500; i++) consume(String(i));
    forward(SECONDS);
    consume('one');
    assert.equal(size(), 1);
  });

  it('makes no client wait longer than a window when the clock is set back', () => {
    const { consume } = windowCounters(1, SECONDS);
    consume('a');
    assert.equal(consume('a'), 60);
    forward(-40 * 86_400);
    assert.equal(consume('a'), 0);
    assert.equal(consume('a'), 60);
  });
});
