import { Agent, request } from 'node:http';
import { API } from '../../test/support/gateway.ts';
import { apiHeaders } from '../load/run-load.ts';
import { paymentBody } from '../payment-bodies.ts';

const CONNECTIONS = 64;
/** An idle connection is closed before the gateway closes it (`Keep-Alive: timeout=72`): a request that crosses its end gets no response. */
const IDLE_MS = 60_000;
const TICK_MS = 10;
/** Reads are of this many newest payments, because merchants mostly read new ones. */
const RECENT = 5_000;

type Kind = 'create' | 'read' | 'list' | 'feed' | 'verify';

/** The kinds of a hundred requests. */
const MIX: Readonly<Record<Kind, number>> = { create: 40, read: 35, verify: 10, list: 10, feed: 5 };
const TURNS = Object.entries(MIX).flatMap(([kind, times]) => Array<Kind>(times).fill(kind as Kind));

export interface LoadSample {
  readonly latenciesMs: readonly number[];
  /** The latencies by kind of request. */
  readonly byKind: ReadonlyMap<Kind, readonly number[]>;
  /** How many requests got a 503: they had no effect, which the sums at the end verify. */
  readonly refused: number;
  /** Outcomes that must not happen. */
  readonly errors: readonly string[];
}

export interface MixedLoad {
  /** Every payment whose creation was acknowledged. */
  readonly acknowledged: Set<string>;
  /** The outcomes since the last call. */
  take(): LoadSample;
  /** Stops sending, and waits for the requests in flight. */
  stop(): Promise<void>;
}

/**
 * Sends `rate` requests a second, whether or not responses arrive. A latency counts from the moment when the request was due, so that the
 * requests that were due while a server stalled count in full.
 */
export function startMixedLoad({ url, key, rate }: { url: string; key: string; rate: number }): MixedLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS });
  const acknowledged = new Set<string>();
  const recent: string[] = [];
  const startedAt = performance.now();
  const pending = new Set<Promise<void>>();
  let latenciesMs: number[] = [];
  let byKind = new Map<Kind, number[]>();
  let errors: string[] = [];
  let refused = 0;
  let sent = 0;

  const ask = async (n: number, dueAt: number) => {
    const id = recent[Math.floor(Math.random() * recent.length)];
    const planned = TURNS[(n * 37) % TURNS.length]!;
    const kind = id === undefined ? 'create' : planned;
    try {
      const { status, text } = await send(kind, n, id);
      const latencyMs = performance.now() - dueAt;
      latenciesMs.push(latencyMs);
      const alike = byKind.get(kind);
      if (alike) alike.push(latencyMs);
      else byKind.set(kind, [latencyMs]);
      if (status === 503) refused++;
      else if (kind === 'create' && status === 201) remember(JSON.parse(text).transaction_id);
      else if (kind === 'create' || status !== 200) errors.push(`${kind}: ${status} ${text.slice(0, 200)}`);
    } catch (error) {
      errors.push(`${kind}: ${(error as Error).message}`);
    }
  };

  function remember(id: string): void {
    acknowledged.add(id);
    recent[acknowledged.size % RECENT] = id;
  }

  function send(kind: Kind, n: number, id: string | undefined): Promise<{ status: number; text: string }> {
    switch (kind) {
      case 'create':
        return call('POST', '/payments', paymentBody(`soak-${n}`));
      case 'verify':
        return call('POST', `/payments/${id}/verify`);
      case 'read':
        return call('GET', `/payments/${id}`);
      case 'list':
        return call('GET', `/payments?per_page=20&page=${1 + (n % 5)}`);
      case 'feed':
        return call('GET', '/events?limit=50');
    }
  }

  function call(method: 'GET' | 'POST', path: string, body?: string): Promise<{ status: number; text: string }> {
    const headers = apiHeaders(body === undefined ? 'GET' : method, key);
    return new Promise((resolve, reject) => {
      const sending = request(`${url}${API}${path}`, { method, agent, headers, timeout: 30_000 }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
        response.on('error', reject);
      });
      sending.on('timeout', () => sending.destroy(new Error('no response within 30 s')));
      sending.on('error', reject);
      sending.end(body);
    });
  }

  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * rate;
    while (sent < due) {
      const asked = ask(sent, startedAt + (sent / rate) * 1000).finally(() => pending.delete(asked));
      pending.add(asked);
      sent++;
    }
  }, TICK_MS);

  return {
    acknowledged,
    take() {
      const sample = { latenciesMs, byKind, refused, errors };
      latenciesMs = [];
      byKind = new Map();
      refused = 0;
      errors = [];
      return sample;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
    },
  };
}
