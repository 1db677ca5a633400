import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificate, selfSigned } from '../../simulators/merchant/certificate.ts';

/** A request that the receiver got. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The time at which the body had arrived: performance.now(). */
  readonly atMs: number;
  /** The number of the connection on which the request arrived, from 1. */
  readonly connection: number;
}

/** How the receiver responds to a request. */
export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** A merchant's TLS server on loopback. It records every request, and responds by the script of the path, or with 200. */
export interface Receiver {
  readonly origin: string;
  /** Settings of a gateway that may deliver to it, and trusts its certificate. */
  readonly settings: Record<string, string>;
  readonly certificate: Certificate;
  /** Sends these responses to the next requests to a path, in this order; the last one repeats forever. */
  script(path: string, ...replies: Reply[]): void;
  /** The requests that a path received, first to last; those of all paths when it is omitted. */
  received(path?: string): Received[];
  /** The number of connections that were opened, whether or not the TLS handshake succeeded. */
  connections(): number;
  /** Breaks every connection that is open. */
  disconnect(): void;
  close(): Promise<void>;
}

export async function startReceiver({
  certificate = selfSigned('127.0.0.1', 'localhost'),
  host = '127.0.0.1',
}: {
  certificate?: Certificate;
  host?: string;
} = {}): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'peye-receiver-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, certificate.cert);
  const scripts = new Map<string, Reply[]>();
  const received: Received[] = [];
  const sockets = new Map<Socket, number>();
  let connections = 0;
  let secured = 0;

  const server = createServer({ ...certificate, keepAlive: true }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({
        path,
        method: request.method ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        atMs: performance.now(),
        connection: sockets.get(request.socket) ?? 0,
      });
      const replies = scripts.get(path) ?? [];
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? status(200);
      reply(response, request);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket: Socket) => {
    connections++;
    socket.on('error', () => {});
  });
  server.on('secureConnection', (socket) => {
    sockets.set(socket, ++secured);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  const disconnect = () => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  return {
    origin: `https://127.0.0.1:${port}`,
    settings: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', WEBHOOK_CA_FILE: caFile },
    certificate,
    script: (path, ...replies) => void scripts.set(path, replies),
    received: (path) => received.filter((request) => path === undefined || request.path === path),
    connections: () => connections,
    disconnect,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      disconnect();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function status(code: number, headers: Record<string, string> = {}, body: string | Buffer = 'ok'): Reply {
  return (response) => response.writeHead(code, headers).end(body);
}

/** Receives the request and never responds. */
export const hang: Reply = () => {};

/** A header line now and then, and never the last one. */
export const dripHeaders: Reply = (response) => {
  const { socket } = response;
  socket?.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket?.write('X-Drip: 1\r\n'), 200);
  socket?.on('close', () => clearInterval(timer));
};

/** A 2xx whose body comes byte by byte, and never ends. */
export const dripBody: Reply = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
};

/** A 2xx whose body comes as fast as it is read, and never ends. */
export const endlessBody: Reply = (response) => {
  response.writeHead(200);
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

/** A 2xx of 10 MB. */
export const hugeBody: Reply = status(200, {}, Buffer.alloc(10_000_000, 'y'));

export const resetBeforeHeaders: Reply = (_response, request) => {
  request.socket.destroy();
};

/** The status line and one header, then the end of the connection. */
export const resetWithinHeaders: Reply = (response) => {
  response.socket?.write('HTTP/1.1 200 OK\r\nContent-Ty', () => response.socket?.destroy());
};

/** All headers of a 2xx, then the end of the connection within the body. */
export const resetWithinBody: Reply = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('half', () => response.socket?.destroy());
};

/** Bytes that are not HTTP. */
export const nonsense: Reply = (response) => {
  response.socket?.end('220 mail.example ESMTP\r\n');
};
