import type { Socket } from 'node:net';
import { MS_PER_MINUTE } from '../../core/durations.ts';
import { ApiError } from '../../core/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { clientAddress, UNKNOWN_CLIENT, wholeAddress } from '../../platform/network/client-address.ts';
import { isInSubnets } from '../../platform/network/public-address.ts';
import { errorBody } from '../errors.ts';

/** How long a refused client has to send its request and to read the response. */
const TIMEOUT_MS = 2_000;
/** Concurrent refusals with a response. Further connections are closed without one: they must not use resources either. */
const MAX_REFUSALS_AT_A_TIME = 64;

/** How long a refused client should wait: about the idle timeout of connections. */
const RETRY_AFTER_SECONDS = 5;
const REPORT_AGAIN_MS = MS_PER_MINUTE;

export interface ConnectionLimits {
  /** The most open connections in total. */
  readonly maxConnections: number;
  /** The most open connections from one address that is not a trusted proxy; 0 is unlimited. */
  readonly maxConnectionsPerAddress: number;
  readonly trustProxy: readonly string[];
}

export interface AdmissionDeps extends ConnectionLimits {
  readonly log: Log;
  /** The headers of responses that refuse a connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly newRequestId: () => string;
}

/**
 * Not imported, because an `import` reads every export of `node:http`. That loads Node's WebSocket client, which costs
 * some 25 ms and 5 MB at each start.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/**
 * Returns the function to call for each new connection. It counts connections by address, refuses excess ones with a
 * response, and returns whether the connection may be served.
 */
export function admitConnections(deps: AdmissionDeps, openCount: () => number): (socket: Socket) => boolean {
  const { log, trustProxy, maxConnections, maxConnectionsPerAddress } = deps;
  const byAddress = new Map<string, number>();
  const refuse = refuser();
  let refused = 0;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const rejectSocket = (socket: Socket, where: string) => {
    refused++;
    if (performance.now() - reportedAtMs >= REPORT_AGAIN_MS) {
      log.warn({ refused, open: openCount() }, `connections were refused: too many are open ${where}`);
      reportedAtMs = performance.now();
      refused = 0;
    }
    const message = `Too many connections are open ${where}. Nothing was done; try again shortly.`;
    const error = new ApiError('service_unavailable', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    refuse(socket, () => rawResponse(error, { 'x-request-id': deps.newRequestId(), ...deps.headers }));
    return false;
  };
  return (socket) => {
    if (openCount() >= maxConnections) return rejectSocket(socket, 'at this gateway');
    if (maxConnectionsPerAddress === 0) return true;
    // A dual-stack socket reports IPv4 addresses in IPv6 notation.
    const remote = wholeAddress(socket.remoteAddress ?? '') ?? UNKNOWN_CLIENT;
    if (isInSubnets(remote, trustProxy)) return true;
    const address = clientAddress(remote);
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

/**
 * Refuses connections with a response. It is written when the first bytes of a request arrive, so that no client gets a
 * response before its request, and further bytes are discarded: unread bytes would turn the close into a reset, which can
 * lose the response.
 */
function refuser(): (socket: Socket, response: () => string) => void {
  let openRefusals = 0;
  return (socket, response) => {
    if (openRefusals >= MAX_REFUSALS_AT_A_TIME) return void socket.destroy();
    openRefusals++;
    const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.once('close', () => {
      openRefusals--;
      clearTimeout(timer);
    });
    socket.once('data', () => socket.end(response()));
    socket.once('end', () => socket.end());
    socket.resume();
  };
}

/** An error response as bytes, for connections without a request. It announces that the connection closes. */
export function rawResponse(error: ApiError, headers: Readonly<Record<string, string>>): string {
  const body = errorBody(error);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    connection: 'close',
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...head].join('\r\n')}\r\n\r\n${body}`;
}
