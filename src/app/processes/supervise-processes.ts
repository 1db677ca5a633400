import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessMetrics } from '../../metrics/metrics-reader.ts';
import { sharePoints } from '../../platform/limits/share-points.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FrontDoor, Receiver } from './accept-connections.ts';
import { type HandedOver, inLists, METRICS_WAIT_MS, type ToProcess, type ToSupervisor } from './messages.ts';
import { pendingRequests } from './pending-requests.ts';

/** The pause before a restart after a failed start. It doubles with each failure. */
const RESTART_MS = { first: 100, longest: 10_000 };
/** A process that never served, or served for less than this, counts as a failed start. A start alone may take minutes. */
const LEAST_SERVING_MS = 10_000;
/** After this many failed starts in a row the gateway stops, unless another process serves. */
const MAX_FAILED_STARTS = 6;
/** A stopping process gives requests in flight ten seconds. A process that still runs after this time is killed. */
const STOP_LIMIT_MS = 13_000;

export interface ProcessesDeps {
  readonly count: number;
  /** How long a process that received a signal keeps serving, milliseconds. */
  readonly drainMs: number;
  readonly log: Log;
  /** Starts a process by its number, counted from 1, with a channel for messages. */
  readonly start: (number: number) => ChildProcess;
  /** Called once all processes are ready. Rejects with errors of listening. */
  readonly openDoor: () => Promise<FrontDoor>;
}

/** Several processes that serve as one. */
export interface Processes {
  /** Resolves, with the reason, when a newer version has taken over the store: all must stop. */
  readonly outdated: Promise<string>;
  /** Resolves, with the reason, when no process serves and none can be started. */
  readonly exhausted: Promise<string>;
  /** Keeps every process serving, and reports the coming shutdown to load balancers and clients. */
  drain(): void;
  /** Stops every process after its requests in flight, and resolves when all have exited. */
  stop(): Promise<void>;
  /** Kills all processes at once. */
  kill(): void;
}

/** A process could not start, for the reason in the message. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
}

interface Running {
  readonly child: ChildProcess;
  readonly receiver: Receiver;
  readonly send: (message: ToProcess) => void;
  /** Resolves to true when the process serves, or to false when it has ended before. */
  readonly ready: Promise<boolean>;
  /** Resolves with the reason when the process has ended. */
  readonly gone: Promise<string>;
}

/**
 * Starts processes, hands them connections and the points of the rate limits, and restarts processes that end. Resolves when all serve.
 * Throws ProcessFailed when one cannot start, or an error of listening. Before it throws, it stops all processes.
 */
export async function superviseProcesses({ count, drainMs, log, start, openDoor }: ProcessesDeps): Promise<Processes> {
  const running = new Map<number, Running>();
  const serving = new Set<Running>();
  /** When each process started to serve, by the clock of `performance.now`. */
  const servesSinceMs = new WeakMap<Running, number>();
  /** Processes that were sent a signal to stop. */
  const leaving = new WeakSet<Running>();
  const stopping = new AbortController();
  let isDraining = false;
  const outdated = Promise.withResolvers<string>();
  const exhausted = Promise.withResolvers<string>();
  let door: FrontDoor | undefined;
  const points = sharePoints({
    processes: count,
    grant: (number, grant) => running.get(number)?.send({ kind: 'grant', grant }),
    recall: (number, recall) => running.get(number)?.send({ kind: 'recall', recall }),
  });

  const requests = pendingRequests<ProcessMetrics>(METRICS_WAIT_MS);
  const askOthers = async (asking: number, id: number) => {
    const others = [...serving].filter((process) => process !== running.get(asking));
    const responses = await requests.send(others.length, (requestId) => {
      for (const { send } of others) send({ kind: 'metrics?', id: requestId });
    });
    running.get(asking)?.send({ kind: 'metrics', id, others: responses });
  };

  const launch = (number: number): Running => {
    const child = start(number);
    const ready = Promise.withResolvers<boolean>();
    let reason: string | undefined;
    const receive = (message: ToSupervisor) => {
      if (message.kind === 'ask') points.ask(number, message.ask);
      else if (message.kind === 'back') points.giveBack(number, message.back);
      else if (message.kind === 'closed') door?.closed(message.id);
      else if (message.kind === 'ready') ready.resolve(true);
      else if (message.kind === 'failed') reason = message.reason;
      else if (message.kind === 'stopping') release();
      else if (message.kind === 'metrics') requests.received(message.id, message.own);
      else if (message.kind === 'metrics?') void askOthers(number, message.id);
      else outdated.resolve(message.reason);
    };
    // The message arrives after the connections that were handed over before, so the process finishes those as well.
    const end = () => {
      door?.remove(receiver);
      send({ kind: 'stop' });
    };
    const release = () => {
      // All processes are about to stop.
      if (isDraining) return;
      leaving.add(process);
      // The last serving process keeps accepting connections.
      if ([...serving].some((each) => !leaving.has(each))) door?.remove(receiver);
      send({ kind: 'drain' });
      void pause(drainMs, undefined, { signal: stopping.signal }).then(end, () => {});
    };
    const receiver: Receiver = {
      receive(id, socket) {
        // Kept open here, because Node would never close a socket that is on its way to a process that is killed.
        if (child.connected)
          child.send({ kind: 'connection', id } satisfies HandedOver, socket, { keepOpen: true }, () => {});
        return child.connected;
      },
    };
    child.on('message', (list: ToSupervisor[]) => {
      for (const message of list) receive(message);
    });
    child.on('disconnect', () => door?.remove(receiver));
    const gone = endOf(child).then((how) => {
      running.delete(number);
      serving.delete(process);
      points.removeProcess(number);
      door?.ended(receiver);
      ready.resolve(false);
      return reason ?? how;
    });
    const send = inLists<ToProcess>((list) => {
      if (child.connected) child.send(list, undefined, undefined, () => {});
    });
    const process = { child, receiver, send, ready: ready.promise, gone };
    running.set(number, process);
    return process;
  };

  const serve = (number: number, process: Running) => {
    if (running.get(number) !== process) return;
    serving.add(process);
    servesSinceMs.set(process, performance.now());
    if (isDraining) process.send({ kind: 'drain' });
    door?.add(process.receiver);
  };

  /** Restarts a process whenever it ends, until all processes are stopped. */
  const keep = async (number: number, first: Running) => {
    let failedStarts = 0;
    for (let process = first; ; ) {
      const reason = await process.gone;
      if (stopping.signal.aborted) return;
      const servedMs = performance.now() - (servesSinceMs.get(process) ?? Number.POSITIVE_INFINITY);
      failedStarts = servedMs < LEAST_SERVING_MS ? failedStarts + 1 : 0;
      if (failedStarts >= MAX_FAILED_STARTS && serving.size === 0) return exhausted.resolve(reason);
      const pauseMs = failedStarts === 0 ? 0 : Math.min(RESTART_MS.first * 2 ** (failedStarts - 1), RESTART_MS.longest);
      log.error({ process: number, reason, restart_in_ms: pauseMs }, 'a process exited: restarting it');
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      process = launch(number);
      if (await process.ready) {
        serve(number, process);
        log.warn({ process: number, pid: process.child.pid }, 'replacement process serving');
      }
    }
  };

  const drain = () => {
    isDraining = true;
    for (const { send } of running.values()) send({ kind: 'drain' });
  };
  const stop = async () => {
    stopping.abort();
    door?.close();
    const left = [...running.values()];
    for (const { send } of left) send({ kind: 'stop' });
    const timer = setTimeout(() => {
      log.error({ left: running.size }, 'processes did not stop in time: killing them');
      kill();
    }, STOP_LIMIT_MS);
    await Promise.all(left.map(({ gone }) => gone));
    clearTimeout(timer);
  };
  const kill = () => {
    for (const { child } of running.values()) child.kill('SIGKILL');
  };

  const first = Array.from({ length: count }, (_, index) => [index + 1, launch(index + 1)] as const);
  try {
    await Promise.all(first.map(([number, process]) => requireReady(number, process)));
    door = await openDoor();
  } catch (error) {
    await stop();
    throw error;
  }
  for (const [number, process] of first) {
    serve(number, process);
    log.info({ process: number, pid: process.child.pid }, 'process serving');
    void keep(number, process);
  }
  return { outdated: outdated.promise, exhausted: exhausted.promise, drain, stop, kill };
}

async function requireReady(number: number, { ready, gone }: Running): Promise<void> {
  if (!(await ready)) throw new ProcessFailed(`process ${number} could not start: ${await gone}`);
}

/** Resolves, with how it ended, when a process has ended and all its messages have arrived. */
async function endOf(child: ChildProcess): Promise<string> {
  const heard = once(child, 'disconnect');
  try {
    // Rejects when the process could not be started at all.
    const [code, signal] = await once(child, 'exit');
    if (child.connected) await heard;
    return signal === null ? `exit code ${code}` : `signal ${signal}`;
  } catch (error) {
    return (error as Error).message;
  }
}
