import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Listening } from '../../http/connections/listen-on.ts';
import type { OtherProcesses, ProcessMetrics } from '../../metrics/metrics-reader.ts';
import { type LeasedPoints, leasedPoints } from '../../platform/limits/leased-points.ts';
import { type HandedOver, inLists, METRICS_WAIT_MS, type ToProcess, type ToSupervisor } from './messages.ts';
import { pendingRequests } from './pending-requests.ts';

/** The supervisor, as one of its processes sees it. */
export interface SupervisorLink {
  readonly points: LeasedPoints;
  /** The other processes of the node, through the supervisor. */
  readonly others: Omit<OtherProcesses, 'number'>;
  send(message: ToSupervisor): void;
  /** Reports that this process cannot start, and why; resolves when the message has left. */
  fail(reason: string): Promise<void>;
  /** Serves the connections that the supervisor hands over. */
  listen(app: FastifyInstance): Promise<Listening>;
  /**
   * Calls `stop` when the supervisor requests it. Also calls `stop` when the supervisor has exited, because no other
   * process would stop this one.
   */
  onStop(stop: (reason: 'requested' | 'gone') => void): void;
  /** Calls `drain` when the supervisor reports that it will stop this process soon. */
  onDrain(drain: () => void): void;
}

/** Connects this process with the supervisor that started it. Throws when there is none. */
export function connectSupervisor(): SupervisorLink {
  if (!process.send) throw new Error('this process was not started by a supervisor');
  const send = inLists<ToSupervisor>((list) => {
    // Errors are ignored: `disconnect` reports a supervisor that has exited.
    if (process.connected) process.send?.(list, undefined, undefined, () => {});
  });
  const points = leasedPoints({
    ask: (ask) => send({ kind: 'ask', ask }),
    giveBack: (back) => send({ kind: 'back', back }),
  });
  let accept: (id: number, socket: Socket) => void = (_, socket) => void socket.destroy();
  const stop = Promise.withResolvers<'requested' | 'gone'>();
  const drain = Promise.withResolvers<void>();
  const metrics = otherProcesses(send);
  process.on('disconnect', () => stop.resolve('gone'));
  process.on('message', (message: HandedOver | ToProcess[], socket?: Socket) => {
    if (Array.isArray(message)) {
      for (const each of message) {
        if (each.kind === 'grant') points.granted(each.grant);
        else if (each.kind === 'recall') points.recalled(each.recall);
        else if (each.kind === 'metrics?') metrics.onRequest(each.id);
        else if (each.kind === 'metrics') metrics.onResponse(each.id, each.others);
        else if (each.kind === 'drain') drain.resolve();
        else stop.resolve('requested');
      }
      // There is no socket if the client has disconnected in the meantime.
    } else if (socket) accept(message.id, socket);
    else send({ kind: 'closed', id: message.id });
  });
  return {
    points,
    others: metrics,
    send,
    fail: (reason) =>
      new Promise((done) => {
        if (!process.connected) return done();
        process.send?.([{ kind: 'failed', reason } satisfies ToSupervisor], undefined, undefined, () => done());
      }),
    onStop: (listener) => void stop.promise.then(listener),
    onDrain: (listener) => void drain.promise.then(listener),
    async listen(app) {
      const open = new Set<Socket>();
      const address = await listenNowhere(app);
      accept = (id, socket) => {
        open.add(socket);
        // As in the server that accepted the connection: a client may end its half and still read.
        socket.allowHalfOpen = true;
        socket.once('close', () => {
          open.delete(socket);
          send({ kind: 'closed', id });
        });
        app.server.emit('connection', socket);
        socket.resume();
      };
      return { address, stop: () => allClosed(open) };
    },
  };
}

/**
 * Only a server that listens enforces the time limits of its connections, and can be closed in the normal way. So the
 * server listens at a socket in its own folder, which is removed at once, so that no client can reach it.
 */
async function listenNowhere(app: FastifyInstance): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'peye-'));
  try {
    return await app.listen({
      path: join(folder, 'process'),
      listenTextResolver: () => 'ready for the connections that the supervisor accepts',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function allClosed(open: ReadonlySet<Socket>): Promise<void> {
  await Promise.all([...open].map((socket) => new Promise((done) => socket.once('close', done))));
}

/** Requests the metrics of the other processes, and sends its own, by messages. */
function otherProcesses(send: (message: ToSupervisor) => void) {
  // Longer than the supervisor waits for the other processes.
  const requests = pendingRequests<readonly ProcessMetrics[]>(METRICS_WAIT_MS + 1_000);
  let read: (() => Promise<ProcessMetrics>) | undefined;
  return {
    respondWith(own: () => Promise<ProcessMetrics>) {
      read = own;
    },
    async collect(): Promise<readonly ProcessMetrics[]> {
      return (await requests.send(1, (id) => send({ kind: 'metrics?', id }))).flat();
    },
    /** A process that cannot read its own metrics is omitted. */
    onRequest: (id: number) =>
      void read?.().then(
        (own) => send({ kind: 'metrics', id, own }),
        () => {},
      ),
    onResponse: requests.received,
  };
}
