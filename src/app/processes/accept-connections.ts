import { lookup } from 'node:dns/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { type AdmissionDeps, admitConnections } from '../../http/connections/admit-connections.ts';
import { LISTEN_BACKLOG } from '../../http/connections/listen-on.ts';

/** A process that gets connections. */
export interface Receiver {
  /**
   * Hands over a copy of a socket, which stays open here too; the process reports when it has closed its copy. Returns false if the process
   * cannot be reached.
   */
  receive(id: number, socket: Socket): boolean;
}

/** Accepts connections for several processes, at one port. */
export interface FrontDoor {
  /** From now on, the process gets connections. */
  add(receiver: Receiver): void;
  /** The process gets no new connections. Its open connections stay open until they close. */
  remove(receiver: Receiver): void;
  /** The process has ended, and its connections with it. */
  ended(receiver: Receiver): void;
  /** A connection that was handed over has closed. */
  closed(id: number): void;
  /** Stops accepting connections. */
  close(): void;
}

interface Open {
  readonly socket: Socket;
  /** Undefined until the socket is handed over. */
  receiver: Receiver | undefined;
}

/**
 * Accepts the connections of all processes, so that connection limits apply to the whole node, and hands each to the process with the
 * fewest. While there is no process, connections wait, and count against the limits. Throws errors of listening.
 */
export async function acceptConnections(
  { host, port }: { host: string; port: number },
  deps: AdmissionDeps,
): Promise<FrontDoor> {
  const open = new Map<number, Open>();
  const counts = new Map<Receiver, number>();
  const waiting = new Set<number>();
  const admission = admitConnections(deps, () => open.size);
  let lastId = 0;

  const release = (id: number) => {
    const each = open.get(id);
    if (!each) return;
    open.delete(id);
    waiting.delete(id);
    const count = each.receiver && counts.get(each.receiver);
    if (each.receiver && count !== undefined) counts.set(each.receiver, count - 1);
    // The process has closed its copy of the socket, or has ended.
    each.socket.destroy();
  };
  const handOver = (id: number, each: Open) => {
    for (;;) {
      const receiver = leastBusy(counts);
      if (!receiver) return void waiting.add(id);
      each.receiver = receiver;
      waiting.delete(id);
      if (receiver.receive(id, each.socket)) return;
      counts.delete(receiver);
    }
  };
  const onConnection = (socket: Socket) => {
    socket.on('error', () => {});
    if (!admission(socket)) return;
    const each: Open = { socket, receiver: undefined };
    open.set(++lastId, each);
    handOver(lastId, each);
  };

  const servers = await listenOnAll({ host, port }, onConnection);
  return {
    add(receiver) {
      counts.set(receiver, 0);
      for (const id of waiting) handOver(id, open.get(id) as Open);
    },
    remove: (receiver) => void counts.delete(receiver),
    ended(receiver) {
      counts.delete(receiver);
      for (const [id, each] of open) if (each.receiver === receiver) release(id);
    },
    closed: release,
    close() {
      for (const server of servers) server.close();
      for (const id of waiting) release(id);
    },
  };
}

/** The process with the fewest connections; among several, the one that was chosen the longest ago. Counts the new connection. */
function leastBusy(counts: Map<Receiver, number>): Receiver | undefined {
  let [least, fewest] = [undefined as Receiver | undefined, Number.POSITIVE_INFINITY];
  for (const [receiver, count] of counts) if (count < fewest) [least, fewest] = [receiver, count];
  if (!least) return undefined;
  // Moves the process to the end of the order.
  counts.delete(least);
  counts.set(least, fewest + 1);
  return least;
}

/** `localhost` means all its addresses; the first one is required: see `listenOn`. */
async function listenOnAll(
  { host, port }: { host: string; port: number },
  onConnection: (socket: Socket) => void,
): Promise<Server[]> {
  if (host !== 'localhost') return [await listen(host, port, onConnection)];
  const [first, ...others] = await lookup(host, { all: true });
  const servers = [await listen(first?.address ?? '127.0.0.1', port, onConnection)];
  for (const { address } of others) {
    const server = await listen(address, port, onConnection).catch(() => undefined);
    if (server) servers.push(server);
  }
  return servers;
}

function listen(host: string, port: number, onConnection: (socket: Socket) => void): Promise<Server> {
  // This process reads nothing from the socket before it hands the socket over.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, onConnection);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: LISTEN_BACKLOG }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}
