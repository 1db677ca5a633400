import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../domain/errors.ts';
import { clientAddress } from '../../lib/client-address.ts';
import type { Log } from '../../lib/log.ts';
import { isInSubnets } from '../../lib/public-address.ts';
import { boundPipeline, type Pipeline } from './pipeline.ts';
import { rawResponse } from './raw-response.ts';
import { refuser } from './refuse-connection.ts';
import { type StallCheck, stallCheck } from './stalled-readers.ts';

/** A client that reads none of its pending data for this long is cut off, at the next check. */
const STALL_LIMIT_MS = 45_000;
const CHECK_EVERY_MS = 5_000;
/** How long a refused client should wait: about the idle timeout of connections. */
const RETRY_AFTER_SECONDS = 5;
const REPORT_AGAIN_MS = 60_000;

export interface ConnectionLimits {
  /** Open at a time, of everybody. */
  readonly maxConnections: number;
  /** Open at a time from one address that is no trusted proxy; 0 is no limit. */
  readonly maxConnectionsPerAddress: number;
  readonly trustProxy: readonly string[];
}

export interface GuardDeps extends ConnectionLimits {
  readonly log: Log;
  /** For responses without a request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly newRequestId: () => string;
  /** For tests: how long a reader may stall, and how often that is checked, milliseconds. */
  readonly stallLimitMs?: number;
  readonly checkEveryMs?: number;
}

/** The connections of a server. */
export interface Connections {
  /**
   * Responds with an error and closes: at once, or after the responses to the complete requests before it. Call it once the
   * parser has released the socket.
   */
  endWith(socket: Socket, error: ApiError): void;
}

interface Connection {
  readonly pipeline: Pipeline;
  readonly isStalled: StallCheck;
}

/**
 * Guards the connections that a server accepts: no error of theirs is unhandled, connections beyond the limit are refused
 * with a response, each is bounded in what it makes the gateway hold, and a client that does not read is cut off.
 */
export function guardConnections(server: Server, deps: GuardDeps): Connections {
  const open = new Map<Socket, Connection>();
  const admission = admit(deps, open);
  const serve = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    // Here, where every connection passes: what Node attaches itself it takes off again, for example for CONNECT.
    socket.on('error', () => {});
    if (!admission(socket)) return;
    for (const listener of serve) listener.call(server, socket);
    const isStalled = stallCheck(socket, deps.stallLimitMs ?? STALL_LIMIT_MS);
    open.set(socket, { pipeline: boundPipeline(socket), isStalled });
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    open.get(request.socket)?.pipeline.add(request, response);
  });
  const stallCheckTimer = setInterval(() => cutOffStalled(open, deps.log), deps.checkEveryMs ?? CHECK_EVERY_MS).unref();
  server.once('close', () => clearInterval(stallCheckTimer));
  return {
    endWith(socket, error) {
      if (socket.destroyed) return;
      const requestId = deps.newRequestId();
      deps.log.debug({ req_id: requestId, error: error.code }, 'a connection sent no valid request');
      const end = (hasResponded: boolean) => {
        if (socket.writable && !hasResponded)
          socket.write(rawResponse(error, { 'x-request-id': requestId, ...deps.headers }));
        // Destroyed, not only ended: a client that keeps its half open would keep the connection, and block a stop.
        socket.destroySoon();
      };
      const connection = open.get(socket);
      if (connection) connection.pipeline.endWith(end);
      else end(false);
    },
  };
}

function cutOffStalled(open: ReadonlyMap<Socket, Connection>, log: Log): void {
  const nowMs = performance.now();
  for (const [socket, { isStalled }] of open) {
    if (!isStalled(nowMs)) continue;
    log.debug('a client that did not read was cut off');
    socket.destroy();
  }
}

/** Counts connections by address, and refuses excess ones. Returns whether one may be served. */
function admit(deps: GuardDeps, open: ReadonlyMap<Socket, Connection>): (socket: Socket) => boolean {
  const { log, trustProxy, maxConnections, maxConnectionsPerAddress } = deps;
  const byAddress = new Map<string, number>();
  const refuse = refuser();
  let refused = 0;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const rejectSocket = (socket: Socket, whose: string) => {
    refused++;
    if (performance.now() - reportedAtMs >= REPORT_AGAIN_MS) {
      log.warn({ refused, open: open.size }, `connections were refused: too many are open ${whose}`);
      reportedAtMs = performance.now();
      refused = 0;
    }
    const message = `Too many connections are open ${whose}. Nothing was done; try again shortly.`;
    const error = new ApiError('service_unavailable', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    refuse(socket, () => rawResponse(error, { 'x-request-id': deps.newRequestId(), ...deps.headers }));
    return false;
  };
  return (socket) => {
    if (open.size >= maxConnections) return rejectSocket(socket, 'at this gateway');
    if (maxConnectionsPerAddress === 0) return true;
    // Of a socket that takes both families, IPv4 looks like IPv6.
    const remote = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    if (isInSubnets(remote, trustProxy)) return true;
    const address = clientAddress(remote, 'unknown');
    const count = byAddress.get(address) ?? 0;
    if (count >= maxConnectionsPerAddress) return rejectSocket(socket, 'from this address');
    byAddress.set(address, count + 1);
    socket.once('close', () => {
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    });
    return true;
  };
}
