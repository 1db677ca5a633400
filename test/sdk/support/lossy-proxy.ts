import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { SeededRandom } from '../../support/seeded-random.ts';

/** The faults of a request and its response. */
export const FAULTS = [
  'passes',
  /** The connection breaks before a byte is read. */
  'not read',
  /** The gateway gets a part of the request. */
  'request cut',
  /** The gateway gets the whole request, and the connection breaks at once. */
  'broken after the request',
  /** Like the previous one, but the gateway does not notice that the client has stopped waiting. */
  'client unreachable',
  /** The gateway has responded, and the response is cut somewhere. */
  'response cut',
  /** The gateway has responded, and the response does not arrive before the client times out. */
  'response held',
  /** The request waits on its way until the client has timed out, and arrives then. */
  'request late',
  /** The gateway has responded, and a proxy reports that it has not. */
  '502 by the proxy',
  /** A proxy responds by itself. */
  '504 by the proxy',
] as const;
type Fault = (typeof FAULTS)[number];

/**
 * A proxy in front of a gateway. The seed decides the fault of each request. Its clients must send one request on each connection; the
 * proxy in `../cutting-proxy.ts` is for connections that stay open.
 */
export interface LossyProxy {
  readonly url: string;
  /** The number of creations with each fault. */
  readonly creations: Readonly<Record<Fault, number>>;
  /** The references of the creations that arrived. The reference of a creation that arrived twice is there twice. */
  readonly references: readonly string[];
  /** Resolves when no request is on its way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** The share of lookups that are not passed on. */
const CUT_LOOKUPS_PERCENT = 15;

export async function startLossyProxy(gatewayPort: number, random: SeededRandom): Promise<LossyProxy> {
  const creations = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const references: string[] = [];
  const upstreams = new Set<Promise<unknown>>();
  const sockets = new Set<Socket>();

  /** Sends bytes to the gateway. Returns the complete response if its length is known, otherwise all bytes until the connection ends. */
  const ask = (bytes: Buffer): { answer: Promise<Buffer>; socket: Socket } => {
    const socket = connect(gatewayPort, '127.0.0.1');
    sockets.add(socket);
    let received = Buffer.alloc(0);
    const answer = new Promise<Buffer>((done) => {
      socket.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (isWhole(received)) done(received);
      });
      socket.on('error', () => {}).on('close', () => done(received));
    }).finally(() => {
      socket.destroy();
      sockets.delete(socket);
    });
    socket.write(bytes);
    upstreams.add(answer);
    void answer.finally(() => upstreams.delete(answer));
    return { answer, socket };
  };

  const carry = async (client: Socket, fault: Fault, request: Buffer) => {
    const whole = async () => (await ask(request).answer) as Buffer;
    switch (fault) {
      case 'passes':
        return client.end(await whole());
      case 'not read':
        return client.resetAndDestroy();
      case 'request cut': {
        const { socket } = ask(request.subarray(0, random.between(1, request.length - 1)));
        socket.once('connect', () => setImmediate(() => socket.end()));
        return client.destroy();
      }
      case 'broken after the request': {
        const { socket } = ask(request);
        // Break the connection at once, or when the gateway may be about to write.
        socket.once('connect', () => setTimeout(() => socket.resetAndDestroy(), random.between(0, 3)));
        return client.destroy();
      }
      case 'client unreachable':
        void whole();
        return client.destroy();
      case 'response cut': {
        const answer = await whole();
        const part = answer.subarray(0, random.between(0, answer.length - 1));
        return part.length === 0 ? client.resetAndDestroy() : client.write(part, () => client.destroy());
      }
      case 'response held':
        await whole();
        return;
      case 'request late':
        return void client.once('close', () => whole());
      case '502 by the proxy':
        await whole();
        return client.end(byProxy('502 Bad Gateway'));
      case '504 by the proxy':
        return client.end(byProxy('504 Gateway Timeout'));
    }
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    let request = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      if (isWhole(request)) return;
      request = Buffer.concat([request, chunk]);
      if (!isWhole(request)) return;
      const isCreation = request.subarray(0, 5).toString() === 'POST ';
      const fault =
        isCreation || random.percent(CUT_LOOKUPS_PERCENT) ? FAULTS[random.between(0, FAULTS.length - 1)]! : 'passes';
      if (isCreation) {
        creations[fault]++;
        references.push(/"reference":\s?"([^"]*)"/.exec(request.toString())?.[1] ?? '');
      }
      carry(client, fault, request).catch(() => client.destroy());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    creations,
    references,
    async idle() {
      while (upstreams.size > 0) await Promise.all(upstreams);
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Whether a request or a response has all of the body that its head promises. */
function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.subarray(0, end).toString('latin1'))?.[1] ?? '0';
  return bytes.length >= end + 4 + Number(length);
}

function byProxy(status: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
