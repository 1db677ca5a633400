import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';

/** The share of connections that are cut. */
const CUT_PERCENT = 60;
/** The most bytes before a cut. A request or response of a payment is shorter, so a cut may fall into the first one or a later one. */
const LONGEST_LIFE_BYTES = 1_600;

/** A proxy that cuts many of its connections. The seed decides after how many bytes, and in which direction. */
export interface CuttingProxy {
  readonly url: string;
  readonly seed: number;
  /** The number of connections that the proxy has cut. */
  cuts(): number;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const random = seededRandom();
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const gateway = connect(Number(new URL(target).port), '127.0.0.1');
    for (const socket of [client, gateway]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => gateway.destroy());
    gateway.on('close', () => client.destroy());
    const plan = planOf(random);
    const cut = () => {
      cuts++;
      // A cut is a reset, or an ordinary end of the connection. The gateway notices it now, or when it responds.
      for (const socket of [client, gateway]) plan.isReset ? socket.resetAndDestroy() : socket.destroy();
    };
    relay(client, gateway, plan.requestBytes, cut);
    relay(gateway, client, plan.answerBytes, cut);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seed: random.seed,
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** After how many bytes a connection is cut, and in which direction. It is never cut if the number is infinite. */
function planOf(random: SeededRandom) {
  const bytes = random.percent(CUT_PERCENT) ? random.between(0, LONGEST_LIFE_BYTES) : Number.POSITIVE_INFINITY;
  const isOfRequest = random.percent(40);
  return {
    requestBytes: isOfRequest ? bytes : Number.POSITIVE_INFINITY,
    answerBytes: isOfRequest ? Number.POSITIVE_INFINITY : bytes,
    isReset: random.percent(50),
  };
}

function relay(from: Socket, to: Socket, lastByte: number, cut: () => void): void {
  let passed = 0;
  from.on('data', (chunk) => {
    const rest = lastByte - passed;
    if (chunk.length <= rest) {
      passed += chunk.length;
      to.write(chunk);
      return;
    }
    // The bytes before the cut are still passed on.
    passed = lastByte;
    if (rest > 0) to.write(chunk.subarray(0, rest), cut);
    else cut();
  });
}
