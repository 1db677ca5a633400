import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../platform/log/log.ts';
import type { Telemetry } from '../platform/log/telemetry.ts';
import { startLoop } from '../platform/tasks/loop.ts';
import { finishWithin } from '../platform/tasks/promises.ts';
import type { Job, LoopJob, Round, RoundJob } from './job.ts';

/** Runs the background jobs of a node. */
export interface Supervisor {
  /**
   * Starts the jobs of the table that belong on this node, one after the other. Requests are served in between: together the first rounds
   * would hold up the first responses. After a stop it starts no further job.
   */
  start(jobs: readonly Job[]): Promise<void>;
  /** Reports work for the jobs of this name: they skip the rest of their pause. */
  wake(name: string): void;
  /** Starts no further round, and resolves when the running ones have ended. A job with a time limit is aborted after it. */
  stop(): Promise<void>;
}

interface Node {
  readonly isWorker: boolean;
  readonly isCertain: () => boolean;
  readonly log: Log;
  /** Called for every round. */
  readonly telemetry: Telemetry;
}

interface RunningJob {
  readonly name: string;
  wake(): void;
  stop(): Promise<void>;
}

/**
 * The only way to run work in the background. A failed round is reported, and retried after the job's `retryMs`. A job
 * that needs a trusted time has empty rounds while `isCertain` is false.
 */
export function superviseJobs(node: Node): Supervisor {
  const running: RunningJob[] = [];
  let isStopping = false;
  return {
    async start(jobs) {
      for (const job of jobs) {
        if (job.runsOn === 'workers' && !node.isWorker) continue;
        await nextTurn();
        if (isStopping) return;
        running.push('round' in job ? startRounds(job, node) : startOwnLoop(job));
      }
    },
    wake(name) {
      for (const job of running) if (job.name === name) job.wake();
    },
    async stop() {
      isStopping = true;
      await Promise.all(running.map((job) => job.stop()));
    },
  };
}

/** A job's round as it is run: empty while it waits for a trusted time. */
export function roundOf({ round, needsCertainTime }: RoundJob, isCertain: () => boolean): Round {
  return needsCertainTime ? async () => (isCertain() ? round() : { isMoreWaiting: false }) : round;
}

function startRounds(job: RoundJob, { isCertain, log, telemetry }: Node): RunningJob {
  const { name, everyMs, restMs, retryMs, onStop } = job;
  const loop = startLoop(roundOf(job, isCertain), { name, pollMs: everyMs, restMs, retryMs, log, telemetry });
  return {
    name,
    wake: loop.wake,
    stop: () => (onStop ? finishWithin(onStop.afterMs, loop.stop, onStop.abort) : loop.stop()),
  };
}

function startOwnLoop({ name, start, stopMs }: LoopJob): RunningJob {
  const loop = start();
  return { name, wake: loop.wake, stop: () => finishWithin(stopMs, loop.stop, loop.abort) };
}
