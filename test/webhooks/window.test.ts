import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/features/webhooks/delivery-worker.ts';
import type { Sender, SendResult } from '../../src/features/webhooks/send.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { logTelemetry } from '../../src/platform/log/log-telemetry.ts';
import { type OperatorStore, operatorStore } from '../operator/operator-store.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { fillOutbox } from '../support/webhooks.ts';

const MOST = 32;

/**
 * A website's receiver that leaves every webhook without a response until the test gives one, so that their number
 * does not depend on timing.
 */
interface HeldReceiver {
  readonly websiteId: string;
  /** Webhooks that wait for their response. */
  open(): number;
  /** The number of webhooks that the receiver got. */
  received(): number;
  /** Responds with a status to the waiting webhooks, or to the first few of them. Later ones wait again. */
  end(statusCode: number, count?: number): void;
  /** Makes the receiver respond at once from now on. */
  respond(statusCode: number): void;
}

onBothEngines('how many webhooks a website gets at once', (engine) => {
  let store: OperatorStore;
  let worker: DeliveryWorker;
  let rounds = 0;
  let websites = 0;
  const waiting = new Map<string, ((statusCode: number) => void)[]>();
  const responding = new Map<string, number>();
  const received = new Map<string, number>();

  /** A sender that uses no network: each webhook waits until the test responds. */
  const sender: Sender = {
    send: (url) =>
      new Promise<SendResult>((done) => {
        received.set(url, (received.get(url) ?? 0) + 1);
        const end = (statusCode: number) =>
          done({
            durationMs: 1,
            statusCode,
            error: null,
            responseStart: '',
            retryAfterSeconds: undefined,
            isRefused: false,
          });
        const statusCode = responding.get(url);
        if (statusCode !== undefined) end(statusCode);
        else waiting.set(url, [...(waiting.get(url) ?? []), end]);
      }),
    close: async () => {},
  };
  const receivers: HeldReceiver[] = [];

  before(async () => {
    store = await operatorStore(engine);
    // The clock stands still, an hour after the stored times, so that no lease ends and no retry is due while a webhook waits.
    const nowUs = (Date.now() + 3_600_000) * 1000;
    worker = startDeliveryWorker({
      db: store.db,
      box: store.deps.box,
      clock: () => nowUs,
      log: createLog('silent'),
      sender,
      retrySeconds: [0, 3_600],
      telemetry: {
        ...logTelemetry,
        jobRun: () => () => {
          rounds++;
        },
      },
    });
  });
  after(async () => {
    for (const each of receivers) each.respond(503);
    await worker?.stop();
    await store?.close();
  });

  /** Creates a website with this many due webhooks, and its receiver. */
  const websiteWith = async (events: number): Promise<HeldReceiver> => {
    const url = `https://shop${++websites}.example/hook`;
    const { website } = await store.operator.createWebsite({ name: 'Shop', callbackUrl: url });
    await store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
    const end = (statusCode: number, count = Number.POSITIVE_INFINITY) => {
      const open = waiting.get(url) ?? [];
      waiting.set(url, open.slice(count));
      for (const each of open.slice(0, count)) each(statusCode);
    };
    const receiver: HeldReceiver = {
      websiteId: website.id,
      open: () => waiting.get(url)?.length ?? 0,
      received: () => received.get(url) ?? 0,
      end,
      respond(statusCode) {
        responding.set(url, statusCode);
        end(statusCode);
      },
    };
    receivers.push(receiver);
    await fillOutbox(store.db, website.id, events);
    return receiver;
  };
  /** Runs several complete rounds of the worker. */
  const passRounds = async () => {
    const last = rounds + 5;
    await until('the worker has run several rounds', () => {
      worker.wake();
      return rounds >= last;
    });
  };
  /** Waits until `count` webhooks are open, and asserts that further rounds of the worker add none. */
  const assertOpen = async (receiver: HeldReceiver, count: number, when: string) => {
    await until(`${count} are open ${when}`, () => receiver.open() >= count);
    await passRounds();
    assert.equal(receiver.open(), count, when);
  };

  // Contract: WEBHOOK-19
  it('is one at first, doubles with each accepted webhook up to 32, and is one again after a failure', async () => {
    const receiver = await websiteWith(300);
    await assertOpen(receiver, 1, 'at first');
    receiver.end(200);
    await assertOpen(receiver, 2, 'after one was accepted');
    receiver.end(200);
    await assertOpen(receiver, 8, 'after two more were accepted');
    receiver.end(200);
    await assertOpen(receiver, MOST, 'after eight more were accepted');
    receiver.end(200);
    await assertOpen(receiver, MOST, 'however many are accepted');
    receiver.end(503, 1);
    await assertOpen(receiver, MOST - 1, 'after one failed: no other is sent while any is open');
    receiver.end(503);
    await assertOpen(receiver, 1, 'after all failed');
    receiver.end(503);
    await assertOpen(receiver, 1, 'after another failure');
    receiver.end(200);
    await assertOpen(receiver, 2, 'after one was accepted again');
  });

  // Contract: WEBHOOK-19
  it('is one for each website that does not respond, and no website delays another', async () => {
    const hanging = await Promise.all(Array.from({ length: 100 }, () => websiteWith(3)));
    await until('each of the websites holds one webhook', () => hanging.every((receiver) => receiver.open() > 0));
    const healthy = await websiteWith(60);
    healthy.respond(200);
    // The other websites hold their webhooks until the end of this test, so these deliveries do not wait for them.
    await until('the website that responds has got all of its webhooks', () => healthy.received() === 60);
    await passRounds();
    assert.deepEqual(
      hanging.map((receiver) => [receiver.open(), receiver.received()]),
      hanging.map(() => [1, 1]),
    );
  });
});
