import type { ClientRequest } from '../checker/history.ts';
import type { Random } from '../world/random.ts';
import type { Ask } from './shop-client.ts';
import type { Shop } from './template.ts';

const API = '/api/gateway/v1';
const BODIES = [
  '{"amount":',
  '[]',
  '{"amount":"100","currency":"HTG"}',
  '{"amount":1e400,"currency":"HTG","payment_method":"moncash","customer_name":"A"}',
  '{"amount":-5,"currency":"HTG","payment_method":"moncash","customer_name":"A"}',
  '{"amount":100.001,"currency":"HTG","payment_method":"moncash","customer_name":"A"}',
  '{"amount":100,"currency":"HTG","payment_method":"moncash","customer_name":"\\u0000"}',
  '{"amount":100,"currency":"EUR","payment_method":"gold","customer_name":""}',
  `{"amount":100,"currency":"HTG","payment_method":"moncash","customer_name":"${'x'.repeat(70_000)}"}`,
];
const PATHS = [
  '/payments/1',
  '/payments/999999999999999',
  "/payments/1'%20OR%201=1--",
  '/payments?cursor=bm9wZQ',
  '/payments?per_page=-1&page=x',
  '/payments?from_date=2026-02-30',
  '/events?after=bm9wZQ',
  '/payments/reference/%00',
  '/payments/reference/%E0%A4%A',
  '/nothing',
];

/** Sends wrong requests of many kinds, which must be refused. */
export async function askNonsense(ask: Ask, shop: Shop, foreign: Shop, random: Random): Promise<void> {
  const asked = (method: string, path: string, body?: string): ClientRequest => ({
    what: 'nonsense',
    shop: shop.name,
    mode: 'test',
    method,
    path: API + path,
    ...(body !== undefined && { body }),
  });
  const key = shop.keys.test;
  const kinds = [
    () => ask(asked('POST', '/payments', random.pick(BODIES)), { key }),
    () => ask(asked('GET', random.pick(PATHS)), { key }),
    () => ask(asked('GET', '/payments'), { key: `${key.slice(0, -1)}!` }),
    () => ask(asked('GET', '/payments'), {}),
    () => ask(asked('DELETE', '/payments'), { key }),
    // This shop must not find the payments of another one.
    () => ask(asked('GET', `/payments/reference/${foreign.name}-test-1`), { key }),
    () => ask(asked('GET', '/events'), { key: shop.keys.live }),
  ];
  await random.pick(kinds)();
}
