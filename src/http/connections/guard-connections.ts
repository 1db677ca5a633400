import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from '../../core/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { acceptFirst } from './accept-first.ts';
import { type AdmissionDeps, admitConnections, rawResponse } from './admit-connections.ts';
import { boundPipeline, type Pipeline, type RequestCount } from './pipeline.ts';
import { writeTogether } from './write-together.ts';

/**
 * A client that reads none of its pending data for this long is disconnected, within twice this time. Any progress of
 * the system's buffer counts, even within one write, so a slow reader is not disconnected.
 */
const STALL_LIMIT_MS = 45_000;
const noOperation = () => {};

export interface GuardDeps extends AdmissionDeps {
  /** Whether the server stops soon: each response is then the last of its connection, so that no request arrives during the close. */
  readonly isStopping: () => boolean;
  /** For tests: a limit in place of STALL_LIMIT_MS, milliseconds. */
  readonly stallLimitMs?: number;
}

/** The connections of a server. */
export interface Connections {
  /** The number of requests without a response. */
  inFlight(): number;
  /**
   * Responds with an error and closes: at once, or after the responses to the complete requests before it. Call it once the
   * parser has released the socket.
   */
  endWith(socket: Socket, error: ApiError): void;
}

interface Connection {
  readonly pipeline: Pipeline;
  readonly noteRequest: () => void;
}

/**
 * Guards the connections that a server accepts. No connection error is unhandled, connections beyond the limit are refused with a
 * response, each can occupy only bounded resources, and a client that does not read is disconnected.
 */
export function guardConnections(server: Server, deps: GuardDeps): Connections {
  const open = new Map<Socket, Connection>();
  const admission = admitConnections(deps, () => open.size);
  const together = writeTogether();
  const first = acceptFirst();
  const requests: RequestCount = { inFlight: 0 };
  const serve = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  // Without a listener, Node would close the connections of slow requests too.
  server.setTimeout(deps.stallLimitMs ?? STALL_LIMIT_MS, noOperation);
  server.on('connection', (socket: Socket) => {
    // Attached for every connection, because Node removes its own handler in some cases, for example for CONNECT.
    socket.on('error', () => {});
    first.noteConnection();
    if (!admission(socket)) return;
    for (const listener of serve) listener.call(server, socket);
    const pipeline = boundPipeline(socket, requests, first);
    const noteRequest = together.take(socket, pipeline.hasOne);
    open.set(socket, { pipeline, noteRequest });
    socket.on('timeout', () => closeQuiet(socket, pipeline, deps.log));
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket);
    connection?.noteRequest();
    connection?.pipeline.add(request, response);
    if (connection && deps.isStopping()) endConnection(response, connection.pipeline);
  });
  // Node destroys connections that it considers idle, even when the end of a response is not sent yet.
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    together.release();
    closeIdleConnections();
  };
  return {
    inFlight: () => requests.inFlight,
    endWith(socket, error) {
      if (socket.destroyed) return;
      const requestId = deps.newRequestId();
      deps.log.debug({ req_id: requestId, error: error.code }, 'a connection sent no valid request');
      const end = (hasResponded: boolean) => {
        if (socket.writable && !hasResponded)
          socket.write(rawResponse(error, { 'x-request-id': requestId, ...deps.headers }));
        // Destroyed, not only ended: a client that keeps its side open would keep the connection, and block a stop.
        socket.destroySoon();
      };
      const connection = open.get(socket);
      if (connection) connection.pipeline.endWith(end);
      else end(false);
    },
  };
}

/**
 * Closes the connection with this response, unless another request waits on the connection: that request could no
 * longer get a response. This is decided when the head of the response is written.
 */
function endConnection(response: ServerResponse, pipeline: Pipeline): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    if (pipeline.hasOne()) response.shouldKeepAlive = false;
    return writeHead(...given);
  };
}

/**
 * Closes a connection on which nothing was received or sent for the limit: the client waits for no response, or does not read its
 * responses. A client that waits for a slow response stays.
 */
function closeQuiet(socket: Socket, pipeline: Pipeline, log: Log): void {
  if (!pipeline.isEmpty() && socket.writableLength === 0) return;
  if (socket.writableLength > 0) log.debug('a client that did not read was cut off');
  socket.destroy();
}
