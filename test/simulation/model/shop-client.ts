import type { ClientRequest, Observation } from '../checker/history.ts';
import type { World } from '../world/world.ts';
import { type Answer, exchange } from './exchange.ts';
import type { GatewayNode } from './gateway-node.ts';
import type { Shop } from './template.ts';

const API = '/api/gateway/v1';

/** Sends each request to a node that a balancer chooses, and records the request and its outcome. */
export type Ask = (
  asked: ClientRequest,
  given: { key?: string; headers?: Record<string, string>; patienceUs?: number },
) => Promise<Answer>;

export function asker(world: World, nodes: readonly GatewayNode[], record: (observation: Observation) => void): Ask {
  const random = world.random.fork('balancer');
  let asks = 0;
  return async (asked, { key, headers = {}, patienceUs = random.between(4, 25) * 1_000_000 }) => {
    const id = ++asks;
    // A real balancer checks the health of its nodes only now and then, so some requests go to a dead node.
    const serving = nodes.filter(({ server }) => server !== undefined);
    const node = random.pick(serving.length > 0 && random.percent(95) ? serving : nodes);
    record({ kind: 'ask', id, node: node.name, ...asked });
    const sent = {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(asked.body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const { method, path, body } = asked;
    const answer = await exchange(world, node, { method, path, headers: sent, body }, patienceUs);
    if ('failure' in answer) record({ kind: 'unanswered', id, why: answer.failure });
    else {
      const location = /\r\nlocation: ([^\r]*)/i.exec(answer.headers)?.[1];
      record({
        kind: 'answer',
        id,
        status: answer.status,
        text: answer.text,
        ...(location !== undefined && { location }),
      });
    }
    return answer;
  };
}

/** The requests of a shop's server, with its own key. */
export class ShopClient {
  readonly shop: Shop;
  readonly mode: 'test' | 'live';
  readonly ask: Ask;

  constructor(shop: Shop, mode: 'test' | 'live', ask: Ask) {
    this.shop = shop;
    this.mode = mode;
    this.ask = ask;
  }

  create(reference: string, body: string, patienceUs: number): Promise<Answer> {
    return this.#ask({ what: 'create', method: 'POST', path: '/payments', body, reference }, patienceUs);
  }

  read(payment: string): Promise<Answer> {
    return this.#ask({ what: 'read', method: 'GET', path: `/payments/${payment}`, payment });
  }

  lookUp(reference: string): Promise<Answer> {
    const path = `/payments/reference/${encodeURIComponent(reference)}`;
    return this.#ask({ what: 'look up', method: 'GET', path, reference });
  }

  verify(payment: string): Promise<Answer> {
    return this.#ask({ what: 'verify', method: 'POST', path: `/payments/${payment}/verify`, payment });
  }

  /** Finishes a test payment. `end` is `complete`, or the failure reason. */
  finish(payment: string, end: string): Promise<Answer> {
    const isPaid = end === 'complete';
    const path = `/test_helpers/payments/${payment}/${isPaid ? end : 'fail'}`;
    const body = isPaid ? '{}' : JSON.stringify({ failure_reason: end });
    return this.#ask({ what: 'finish', method: 'POST', path, body, payment });
  }

  list(cursor: string, perPage: number): Promise<Answer> {
    const path = `/payments?cursor=${encodeURIComponent(cursor)}&per_page=${perPage}`;
    return this.#ask({ what: 'list', method: 'GET', path });
  }

  feed(after: string | null, limit: number): Promise<Answer> {
    const path = `/events?limit=${limit}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`;
    return this.#ask({ what: 'feed', method: 'GET', path });
  }

  #ask(asked: Omit<ClientRequest, 'shop' | 'mode'>, patienceUs?: number): Promise<Answer> {
    const whole: ClientRequest = { ...asked, path: API + asked.path, shop: this.shop.name, mode: this.mode };
    return this.ask(whole, { key: this.shop.keys[this.mode], ...(patienceUs !== undefined && { patienceUs }) });
  }
}
