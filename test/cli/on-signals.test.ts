import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSignals } from '../../src/cli/on-signals.ts';
import { until } from '../support/gateway.ts';

it('a signal that arrives before its action changes reaches the new action', async () => {
  const received: string[] = [];
  const setAction = onSignals((signal) => received.push(`first ${signal}`));
  process.kill(process.pid, 'SIGTERM');
  // The signal has arrived, but is not handled yet: that happens in the next round of the event loop.
  setAction((signal) => received.push(`second ${signal}`));
  await until('the signal is handled', () => received.length > 0);
  assert.deepEqual(received, ['second SIGTERM']);
});
