import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DeliveringGateway, startDeliveringGateway } from '../support/delivering-gateway.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { hang, type Receiver, type Reply } from '../support/receiver.ts';
import { withStore } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';
import { fillOutbox, registerShop } from '../support/webhooks.ts';

const HANGING = byTier({ day: 200, night: 500 });
const DEAD_QUEUE = byTier({ day: 1_200, night: 2_000 });
const EVENTS = 20;
/**
 * The time in which webhooks of the healthy website must arrive; on a quiet machine they take a second. `webhooks/window.test.ts` proves
 * without a clock that no website waits for another.
 */
const PROMISE_MS = 5_000;
/** How long a receiver has to respond. */
const RESPONSE_TIMEOUT_MS = 10_000;

onOneEngineByDay('a website alongside broken ones', (engine) => {
  let gateway: DeliveringGateway;
  let receiver: Receiver;
  before(async () => {
    gateway = await startDeliveringGateway(engine);
    receiver = gateway.receiver;
  });
  after(() => gateway.close());

  /** Registers a website for each callback URL, each with a queue of events that are due. */
  const websitesWithQueues = (urls: readonly string[], queue: number) =>
    withStore(gateway.settings, async (opened) => {
      for (const url of urls) await fillOutbox(opened.db, (await registerShop(opened, url)).websiteId, queue);
    });

  /** The times from a payment's end to the arrival of its webhook, for one event after the other. */
  const latenciesMs = async (path: string, isEnough: () => boolean): Promise<number[]> => {
    const { testKey } = await withStore(gateway.settings, (opened) =>
      registerShop(opened, `${receiver.origin}${path}`),
    );
    const api = gateway.node().client(testKey);
    const latencies: number[] = [];
    for (let count = 1; count <= EVENTS || !isEnough(); count++) {
      const { json } = await api.post('/payments', paymentRequest());
      const finishedAt = performance.now();
      await api.post(`/test_helpers/payments/${json.transaction_id}/complete`);
      await until('the webhook arrives', () => receiver.received(path).length >= count);
      latencies.push(Math.round((receiver.received(path).at(-1)?.atMs ?? 0) - finishedAt));
    }
    return latencies;
  };

  // Contract: WEBHOOK-19
  test(`${HANGING} other websites hang: its events arrive in seconds`, { timeout: 200_000 }, async (context) => {
    const paths = Array.from({ length: HANGING }, (_, index) => `/hang/${index}`);
    for (const path of paths) receiver.script(path, hang);
    const started = performance.now();
    await websitesWithQueues(
      paths.map((path) => `${receiver.origin}${path}`),
      3,
    );
    const probed = (times: number) => paths.filter((path) => receiver.received(path).length >= times).length;
    await until('every hanging website has got an attempt', () => probed(1) === HANGING, 60_000);
    // Continues until the attempts to all hanging websites have failed, and each was probed again.
    const latencies = await latenciesMs('/healthy', () => probed(2) === HANGING);
    context.diagnostic(`${latencies.length} events arrived within ${Math.max(...latencies)} ms`);
    assert.ok(Math.max(...latencies) < PROMISE_MS, `${Math.max(...latencies)} ms`);
    // Probes run one after the other. Each takes as long as the gateway waits for a response.
    const probes = 1 + Math.floor((performance.now() - started) / RESPONSE_TIMEOUT_MS);
    for (const path of paths)
      assert.ok(receiver.received(path).length <= probes, `${path} was tried by more than one probe`);
  });

  // Contract: WEBHOOK-19
  test(`another website is dead with ${DEAD_QUEUE} events due: it delays no other, and is tried by single probes`, {
    timeout: 240_000,
  }, async (context) => {
    let mostAtOnce = 0;
    const respondWith = (code: number): Reply => {
      let open = 0;
      mostAtOnce = 0;
      return (response) => {
        mostAtOnce = Math.max(mostAtOnce, ++open);
        setTimeout(() => {
          open--;
          response.writeHead(code).end();
        }, 50);
      };
    };
    receiver.script('/dead', respondWith(503));
    await websitesWithQueues([`${receiver.origin}/dead`], DEAD_QUEUE);
    await until('the dead website has got some attempts', () => receiver.received('/dead').length > 3);
    const latencies = await latenciesMs('/well', () => true);
    context.diagnostic(`arrived within ${Math.max(...latencies)} ms; ${receiver.received('/dead').length} probes`);
    assert.ok(Math.max(...latencies) < PROMISE_MS, latencies.join(' '));
    assert.equal(mostAtOnce, 1);
    receiver.script('/dead', respondWith(200));
    await until(
      'more and more concurrent attempts work off the queue of the revived website',
      () => mostAtOnce >= 16,
      60_000,
    );
    assert.ok(mostAtOnce <= 32, `${mostAtOnce} at a time`);
    receiver.script('/dead', respondWith(503));
    const died = receiver.received('/dead').length;
    await until(
      'the attempts that started before the website failed again have ended',
      () => receiver.received('/dead').length > died + 40,
    );
    mostAtOnce = 0;
    const tried = receiver.received('/dead').length;
    await until('the dead website has got more attempts', () => receiver.received('/dead').length > tried + 5);
    assert.equal(mostAtOnce, 1, 'by single probes again');
  });
});
