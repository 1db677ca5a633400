import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../platform/log/log.ts';
import { METRICS_TYPE, type Scrape } from './metrics-route.ts';

const { createServer } = process.getBuiltinModule('node:http');

/** More scrapers than one node has, and few enough to be harmless. */
const MAX_CONNECTIONS = 32;
const REQUEST_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 65_000;

interface MetricsServer {
  /** Ends every connection. */
  stop(): Promise<void>;
}

/** Serves `/metrics` on its own port, to every client that can reach it. Throws errors of listening. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  scrape: Scrape,
  log: Log,
): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: IDLE_TIMEOUT_MS },
    (request, response) => respond(request, response, scrape, log),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      server.on('error', (error) => log.error({ err: error }, 'the server of the metrics failed'));
      resolve();
    });
  });
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function respond(request: IncomingMessage, response: ServerResponse, scrape: Scrape, log: Log): void {
  const send = (status: number, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body);
  response.on('error', () => {});
  request.resume();
  const isForMetrics = request.url?.split('?', 1)[0] === '/metrics';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const text = isForMetrics && isRead ? scrape() : undefined;
  if (!isForMetrics) send(404, 'The metrics are at /metrics.\n');
  else if (text === undefined) send(405, 'Use GET.\n', { allow: 'GET, HEAD' });
  else if (text === 'too_often') send(429, 'Too many requests. Read the metrics less often.\n', { 'retry-after': '1' });
  else
    text.then(
      (body) => send(200, body, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }),
      (error) => {
        log.error({ err: error }, 'the metrics could not be read');
        send(500, 'The metrics could not be read.\n');
      },
    );
}
