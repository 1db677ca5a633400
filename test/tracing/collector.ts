import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSpans, type SentSpan } from './read-spans.ts';

/** A trace collector that accepts OTLP over HTTP, as protobuf. */
export interface Collector {
  readonly endpoint: string;
  /** Every span that was received, first to last. */
  spans(): SentSpan[];
  /** Every byte that was received. */
  bytes(): Buffer;
  /** The headers of each request. */
  heads(): IncomingHttpHeaders[];
  /** While this is true, no client gets a response. */
  hang(isHanging: boolean): void;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: Buffer[] = [];
  const heads: IncomingHttpHeaders[] = [];
  let isHanging = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      heads.push(request.headers);
      if (isHanging) return;
      const isExport = request.method === 'POST' && request.url === '/v1/traces';
      if (isExport) bodies.push(Buffer.concat(chunks));
      response.writeHead(isExport ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap(readSpans),
    bytes: () => Buffer.concat(bodies),
    heads: () => heads,
    hang: (is) => {
      isHanging = is;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
