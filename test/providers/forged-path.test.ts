import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { type ReceiveDeps, receiveNotification } from '../../src/features/payments/receive-notification.ts';
import type { Provider } from '../../src/providers/provider.ts';

it('a path of an unauthenticated client is in the log only when it looks like one of ours', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const provider = {
    notification: () => ({ paymentId: undefined, response: { status: 404, body: '' } }),
  } as unknown as Provider;
  const deps = { providerFor: () => provider, pages: { consume: async () => 0 } } as unknown as ReceiveDeps;
  const pathOn = async (path: string) => {
    const incoming = { path, method: 'GET', query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) } as const;
    await receiveNotification(deps, 'moncash', incoming, { address: '192.0.2.1', redirectedPayments: [] }, log);
    return JSON.parse(lines.at(-1) ?? '').path;
  };
  assert.equal(await pathOn('alerts'), 'alerts');
  // Paths that could move a terminal's cursor, reverse a line or fill a disk, and the path of a payment page.
  for (const path of ['\u009b2J', '\u202ealert', 'a'.repeat(16_000), 'pay/911870596929067/0123456789abcdef', '']) {
    assert.equal(await pathOn(path), 'another', path.slice(0, 40));
  }
});
