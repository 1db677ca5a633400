import { setTimeout as pause } from 'node:timers/promises';
import type { MoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { type Answer, type Books, isFinal, type Mode, type ShownPayment } from './check/history.ts';
import type { ShopReceiver } from './faults/fault.ts';
import { type ApiRequest, type Heard, shownPayment } from './load/ask.ts';
import type { LoadClient } from './load/client.ts';
import { type FeedFollower, readFeed } from './load/follow-feed.ts';
import { receivedEvents } from './shop-receiver.ts';

/** A MonCash payment whose alert was lost is queried again after a quarter of its age: at half an hour, that is within eight minutes. */
const QUIET_TIMEOUT_MS = 600_000;
const LOOK_MS = 2_000;

type Ask = (request: ApiRequest) => Promise<Heard>;

export interface Sources {
  readonly client: LoadClient;
  readonly follower: FeedFollower;
  readonly receiver: ShopReceiver;
  readonly simulator: MoncashSimulator;
  readonly answers: readonly Answer[];
  readonly log: (line: string) => void;
}

/** Waits until paid payments are completed, and the receiver has the events of final payments. Then reads everything. */
export async function collectBooks(sources: Sources): Promise<Books> {
  const { client, follower, receiver, simulator, answers, log } = sources;
  const end = performance.now() + QUIET_TIMEOUT_MS;
  let listed = await listAll(client.ask);
  for (let left = open(sources, listed); left.length > 0; left = open(sources, listed)) {
    if (performance.now() > end) {
      log(`not quiet after ten minutes: ${left.length} payments, ${left.slice(0, 5)}`);
      break;
    }
    await pause(LOOK_MS);
    listed = await listAll(client.ask);
  }
  await follower.finish();
  const feed = await readFeed(client.ask);
  const { payments: test, total: testTotal } = await list(client.ask, 'test');
  const { payments: live, total: liveTotal } = await list(client.ask, 'live');
  return {
    orders: client.orders,
    answers,
    listed: { test, live },
    totals: { test: testTotal, live: liveTotal },
    followed: follower.events,
    feed,
    received: receivedEvents(receiver),
    charges: simulator.book().map(({ reference, amountMinor, status }) => ({ reference, amountMinor, status })),
  };
}

/** The payments that are not done yet: paid but not completed, or final but not delivered. */
function open({ client, receiver }: Sources, listed: readonly ShownPayment[]): string[] {
  const delivered = new Set(receivedEvents(receiver).map(({ paymentId }) => paymentId));
  const isOpen = ({ id, status }: ShownPayment) => (isFinal(status) ? !delivered.has(id) : client.paid.has(id));
  return listed.filter(isOpen).map(({ id, status }) => `${id} (${status})`);
}

async function listAll(ask: Ask): Promise<ShownPayment[]> {
  return [...(await list(ask, 'test')).payments, ...(await list(ask, 'live')).payments];
}

async function list(ask: Ask, mode: Mode): Promise<{ payments: ShownPayment[]; total: number }> {
  const payments: ShownPayment[] = [];
  for (let cursor = ''; ; ) {
    const { status, json } = await ask({ kind: 'list', mode, path: `/payments?per_page=100&cursor=${cursor}` });
    if (status !== 200) {
      if (status !== null && status < 500)
        throw new Error(`the list cannot be read: ${status} ${JSON.stringify(json)}`);
      await pause(LOOK_MS);
      continue;
    }
    payments.push(...json.data.map((data: Record<string, unknown>) => shownPayment(data)));
    if (json.next_cursor === null) return { payments, total: json.pagination.total };
    cursor = encodeURIComponent(json.next_cursor);
  }
}
