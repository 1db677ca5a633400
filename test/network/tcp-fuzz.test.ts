import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { until } from '../support/gateway.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { rawRequests } from './raw-requests.ts';
import { IS_LONG, type WatchedGateway, watchGateway } from './watched-gateway.ts';

const CUTS = IS_LONG ? 20_000 : 1_500;
/** With this number of requests, the memory of a sound gateway grows by less than this. */
const GROWTH_LIMIT_MB = IS_LONG ? 300 : 150;
const AT_A_TIME = 40;
/** How long a half-closed client waits for the server to close the connection. */
const TIMEOUT_MS = 3_000;
/** How long other clients wait for a response before they leave. */
const PAUSE_MS = 5;

const ENDINGS = ['closed', 'half-closed', 'reset'] as const;
type Ending = (typeof ENDINGS)[number];

interface Cut {
  readonly what: string;
  readonly bytes: Buffer;
  readonly ending: Ending;
  /** Whether the client leaves immediately after it has written, and not after a pause. */
  readonly isAbrupt: boolean;
}

describe('requests of every kind, cut at every byte', () => {
  let gateway: WatchedGateway;
  before(async () => {
    gateway = await watchGateway({ MAX_CONNECTIONS: '200' });
  });
  after(() => gateway.stop());

  test('do not end the process, and leave no error, no connection and little memory behind', {
    timeout: 10 * 60_000,
  }, async (context) => {
    const random = seededRandom();
    context.diagnostic(`${CUTS} cuts, TEST_SEED=${random.seed}`);
    const cuts: Cut[] = Object.entries(rawRequests(gateway.key)).flatMap(([what, bytes]) =>
      Array.from(bytes, (_, at) => at + 1).flatMap((length) =>
        ENDINGS.map((ending) => ({ what, bytes: bytes.subarray(0, length), ending, isAbrupt: random.percent(50) })),
      ),
    );
    const chosen = choose(cuts, random.next);
    await gateway.responds();
    const before = { sockets: gateway.sockets(), memoryMb: gateway.memoryMb() };
    let peakMb = 0;
    const runOne = async () => {
      for (let cut = chosen.pop(); cut !== undefined; cut = chosen.pop()) {
        await send(gateway.port, cut);
        if (chosen.length % 200 === 0) peakMb = Math.max(peakMb, gateway.memoryMb());
        if (gateway.hasEnded())
          throw new Error(`ended at ${cut.what}, ${cut.bytes.length}, ${cut.ending}\n${gateway.log()}`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, runOne));
    await gateway.responds();
    await until('no connection is left', () => gateway.sockets() <= before.sockets, 20_000);
    const memoryMb = gateway.memoryMb();
    context.diagnostic(
      `${cuts.length} places to cut; ${before.memoryMb | 0} MB, ${peakMb | 0} at its peak, ${memoryMb | 0} after`,
    );
    assert.deepEqual(gateway.failures(), []);
    assert.ok(!gateway.hasEnded());
    assert.ok(
      peakMb < before.memoryMb + GROWTH_LIMIT_MB,
      `${before.memoryMb | 0} MB grew to ${peakMb | 0}, ${memoryMb | 0} after`,
    );
  });
});

/** Chooses `CUTS` of the cuts in random order. None is repeated before all others were chosen. */
function choose(cuts: readonly Cut[], next: () => number): Cut[] {
  const chosen: Cut[] = [];
  while (chosen.length < CUTS) {
    const round = [...cuts];
    for (let i = round.length - 1; i > 0; i--) {
      const other = Math.floor(next() * (i + 1));
      [round[i], round[other]] = [round[other] as Cut, round[i] as Cut];
    }
    chosen.push(...round.slice(0, CUTS - chosen.length));
  }
  return chosen;
}

/** Resolves when the connection is closed on this side. */
function send(port: number, { bytes, ending, isAbrupt }: Cut): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    const disconnect = () => {
      if (ending === 'reset') socket.resetAndDestroy();
      else if (ending === 'closed') socket.destroy();
      else socket.end();
    };
    socket.on('end', () => socket.destroy());
    socket.resume();
    socket.write(bytes, () => {
      if (isAbrupt) return disconnect();
      socket.once('data', disconnect);
      setTimeout(disconnect, PAUSE_MS);
    });
  });
}
