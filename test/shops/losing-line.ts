import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a shop and the gateway that can lose a response, and refuse connections or requests. */
export interface LosingLine {
  readonly url: string;
  /** Loses the responses of the next `count` requests that create a payment or a refund, which reach the gateway. */
  loseNextAnswer(count?: number): void;
  /** Sets whether connections are closed before any response. */
  refuse(refuses: boolean): void;
  /** Sets an error with which all requests are refused before they reach the gateway; undefined for none. */
  fail(error: FakedError | undefined): void;
  close(): Promise<void>;
}

interface FakedError {
  readonly status: number;
  readonly error: string;
  /** Seconds, as the gateway states them with a 429. */
  readonly retry_after?: number;
}

export async function startLosingLine(gateway: string): Promise<LosingLine> {
  let loses = 0;
  let refuses = false;
  let failing: FakedError | undefined;
  const server = createServer((incoming, answer) => {
    if (refuses) {
      incoming.socket.destroy();
      return;
    }
    if (failing) {
      const { status, ...body } = failing;
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ success: false, message: 'Refused by the line.', ...body }));
      return;
    }
    const { method, headers, url = '' } = incoming;
    const isLost = loses > 0 && (method === 'PUT' || (method === 'POST' && url.endsWith('/payments')));
    if (isLost) loses--;
    const outgoing = request(new URL(url, gateway), { method, headers }, (response) => {
      if (isLost) {
        response.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => incoming.socket.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNextAnswer: (count = 1) => {
      loses = count;
    },
    refuse: (does) => {
      refuses = does;
    },
    fail: (error) => {
      failing = error;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
