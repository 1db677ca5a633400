import { type EventType, newId } from './account.ts';
import { CREDENTIALS } from './credentials.ts';
import type { StripeFaults } from './faults.ts';
import { webhookSignature } from './webhook-signature.ts';

const TIMEOUT_MS = 10_000;
/** The waits before retries. The live service retries for days. */
const RETRY_WAITS_MS = [250, 1_000, 4_000];

interface Event {
  readonly id: string;
  readonly type: EventType;
  readonly intentId: string;
  readonly body: string;
  /** The status of each response, 0 when there was none. */
  readonly answers: number[];
}

export interface Webhooks {
  readonly events: readonly Event[];
  /** Records an event, and delivers it as the switch `reports` sets. */
  emit(type: EventType, intentId: string, object: object): void;
  /** Resolves when the events that must come before the caller's response are delivered. */
  early(): Promise<void>;
  /** Delivers the held events. */
  release(): Promise<void>;
  /** Delivers the newest event of an intent now, once. Returns the status of the response. */
  deliverNewest(intentId: string): Promise<number>;
  /** Posts a body as it is. Returns the status of the response, 0 when there was none. */
  post(body: string, headers: Record<string, string>): Promise<number>;
  sign(body: string, options?: { secret?: string; ageSeconds?: number }): Record<string, string>;
  stop(): void;
}

/**
 * Notifies the gateway of events, as the switch `reports` sets. A delivery is repeated until the gateway responds with a 2xx, at most as often
 * as there are waits in RETRY_WAITS_MS.
 */
export function webhookSender(url: string, faults: StripeFaults, now: () => number): Webhooks {
  const events: Event[] = [];
  const stopping = new AbortController();
  let held: Event[] = [];
  let early: Promise<unknown>[] = [];

  const sign: Webhooks['sign'] = (body, { secret = CREDENTIALS.STRIPE_WEBHOOK_SECRET, ageSeconds = 0 } = {}) => ({
    'stripe-signature': webhookSignature(secret, Math.floor(now() / 1000) - ageSeconds, body),
  });
  const post: Webhooks['post'] = async (body, headers) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Stripe/1.0', ...headers },
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  };
  const attempt = async (event: Event, secret?: string): Promise<number> => {
    const status = await post(event.body, sign(event.body, secret === undefined ? {} : { secret }));
    event.answers.push(status);
    return status;
  };
  const deliver = async (event: Event): Promise<void> => {
    for (const waitMs of [0, ...RETRY_WAITS_MS]) {
      if (!(await pause(waitMs, stopping.signal))) return;
      const status = await attempt(event);
      if (status >= 200 && status < 300) return;
    }
  };

  return {
    events,
    sign,
    post,
    emit(type, intentId, object) {
      const id = newId('evt');
      const event = { id, type, intentId, body: eventBody(id, type, object, now()), answers: [] };
      events.push(event);
      switch (faults.reports) {
        case 'never':
          return;
        case 'held':
          held.push(event);
          return;
        case 'reversed':
          held.unshift(event);
          return;
        case 'forged':
          void attempt(event, 'whsec_of_somebody_else');
          return;
        case 'before':
          early.push(deliver(event));
          return;
        case 'twice':
          void deliver(event);
          void deliver(event);
          return;
        case 'after':
          setImmediate(() => void deliver(event));
      }
    },
    async early() {
      const waiting = early;
      early = [];
      await Promise.all(waiting);
    },
    async release() {
      const waiting = held;
      held = [];
      for (const event of waiting) await deliver(event);
    },
    async deliverNewest(intentId) {
      const event = events.findLast((one) => one.intentId === intentId);
      return event ? attempt(event) : 0;
    },
    stop: () => stopping.abort(),
  };
}

function eventBody(id: string, type: EventType, object: object, nowMs: number): string {
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(nowMs / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: newId('req'), idempotency_key: null },
    type,
  };
  return JSON.stringify(event, null, 2);
}

/** False when the pause was cut short because the simulator stops. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (ms === 0) return true;
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
