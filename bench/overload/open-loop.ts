import { connect, type Socket } from 'node:net';
import { API } from '../../test/support/gateway.ts';
import { apiHeaders } from '../load/run-load.ts';
import { paymentBody } from '../payment-bodies.ts';

const TICK_MS = 2;
/** Enough connections to keep the gateway busy, without a long wait for any of them. */
const PEAK_CONNECTIONS = 64;
const PEAK_SECONDS = 4;
/** More creations a second than any machine can handle. */
const PEAK_RATE = 1_000_000;

/** The outcomes of requests since the last call of `take`. */
export interface Outcomes {
  /** The latencies of acknowledged requests, milliseconds. */
  readonly acceptedMs: readonly number[];
  /** The latencies of requests that were refused with 503, milliseconds. */
  readonly refusedMs: readonly number[];
  /** Requests that were due, but not sent because no connection was free. */
  readonly unsent: number;
  /** All other outcomes, including broken connections. */
  readonly errors: readonly string[];
}

export interface OpenLoop {
  take(): Outcomes;
  /** The number of requests that wait for a response. */
  waiting(): number;
  /** Stops sending. */
  end(): void;
  close(): void;
}

interface Connection {
  readonly socket: Socket;
  /** When the connection's request was sent; undefined while it is idle. */
  sentMs: number | undefined;
  received: string;
}

/**
 * Sends `rate` creations a second, whether or not responses arrive, each on the connection that has been idle the longest. A connection has
 * one request at a time, and all `connections` are open before the load starts.
 */
export async function startOpenLoop(
  { url, key }: { url: string; key: string },
  { rate, connections }: { rate: number; connections: number },
): Promise<OpenLoop> {
  const { hostname, port } = new URL(url);
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  let [acceptedMs, refusedMs, errors, unsent] = [[] as number[], [] as number[], [] as string[], 0];
  let sent = 0;

  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      const connection: Connection = { socket, sentMs: undefined, received: '' };
      all.add(connection);
      socket.setEncoding('latin1');
      socket.on('connect', () => {
        idle.push(connection);
        resolve();
      });
      socket.on('data', (text: string) => receive(connection, text));
      socket.on('error', (error) => errors.push(error.message));
      socket.on('close', () => {
        if (connection.sentMs !== undefined) errors.push('a connection was closed before its response');
        all.delete(connection);
        resolve();
      });
    });

  const receive = (connection: Connection, text: string) => {
    connection.received += text;
    const { received, sentMs } = connection;
    const head = received.indexOf('\r\n\r\n');
    const length = Number(/^content-length: (\d+)/im.exec(received)?.[1]);
    if (head === -1 || received.length < head + 4 + length || sentMs === undefined) return;
    const status = received.slice(9, 12);
    const tookMs = performance.now() - sentMs;
    if (status === '201') acceptedMs.push(tookMs);
    else if (status === '503') refusedMs.push(tookMs);
    else errors.push(received.slice(0, 200));
    connection.received = '';
    connection.sentMs = undefined;
    // The header of the response decides: the gateway may close the connection of a refused request.
    if (!/^connection: close/im.test(received)) idle.push(connection);
  };

  const send = (connection: Connection, n: number) => {
    const body = paymentBody(`overload-${n}`);
    const headers = { Host: hostname, ...apiHeaders('POST', key), 'Content-Length': Buffer.byteLength(body) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    connection.sentMs = performance.now();
    connection.socket.write(`POST ${API}/payments HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  };

  // Few connections are opened at a time: the operating system's queue would refuse some if all were opened at once.
  for (let opened = 0; opened < connections; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, connections - opened) }, open));
  }
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * rate;
    for (; sent < due; sent++) {
      const connection = idle.shift();
      if (!connection) unsent++;
      else if (!connection.socket.destroyed) send(connection, sent);
    }
  }, TICK_MS);
  return {
    take() {
      const taken = { acceptedMs, refusedMs, unsent, errors };
      [acceptedMs, refusedMs, errors, unsent] = [[], [], [], 0];
      return taken;
    },
    waiting: () => [...all].filter(({ sentMs }) => sentMs !== undefined).length,
    end: () => clearInterval(timer),
    close() {
      clearInterval(timer);
      for (const { socket } of all) socket.destroy();
    },
  };
}

/** How many creations a second the gateway handles when each connection waits for its response. */
export async function findPeak(gateway: { url: string; key: string }): Promise<number> {
  const load = await startOpenLoop(gateway, { rate: PEAK_RATE, connections: PEAK_CONNECTIONS });
  await new Promise((done) => setTimeout(done, 1_000));
  load.take();
  await new Promise((done) => setTimeout(done, PEAK_SECONDS * 1_000));
  const { acceptedMs } = load.take();
  load.end();
  while (load.waiting() > 0) await new Promise((done) => setTimeout(done, 10));
  load.close();
  return acceptedMs.length / PEAK_SECONDS;
}
