import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How many connections may wait to be accepted, within the system's limit. While the process is busy for a moment, a
 * client beyond this limit waits seconds before it tries again.
 */
export const LISTEN_BACKLOG = 4096;

export interface Listening {
  readonly address: string;
  /** Stops accepting on the other addresses of `localhost`; resolves when their connections have closed. */
  stop(): Promise<void>;
}

/**
 * Starts to listen. `localhost` means all its addresses, IPv4 and IPv6: connections to the others are passed to the one server, because
 * a second server would lack the guards of the first. Throws errors of listening.
 */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  if (host !== 'localhost')
    return { address: await app.listen({ host, port, backlog: LISTEN_BACKLOG }), stop: async () => {} };
  const [first, ...others] = await lookup(host, { all: true });
  const address = await app.listen({ host: first?.address ?? '127.0.0.1', port, backlog: LISTEN_BACKLOG });
  const aliases = (await Promise.all(others.map((other) => listenAlso(app, other.address, port)))).flat();
  return {
    address,
    stop: async () => {
      await Promise.all(aliases.map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** Returns no server when the address is unavailable, for example because the machine has no IPv6. */
function listenAlso(app: FastifyInstance, host: string, port: number): Promise<Server[]> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket);
  });
  return new Promise((resolve) => {
    server.on('error', () => resolve([]));
    server.listen({ host, port, backlog: LISTEN_BACKLOG }, () => resolve([server]));
  });
}
