import type { Loop } from '../platform/tasks/loop.ts';

/** One run of a job. When more is waiting, the next round follows at once, or after the job's `restMs`. */
export type Round = () => Promise<{ isMoreWaiting: boolean }>;

interface AnyJob {
  /** The name in the log, and for waking the job. Jobs that differ only in the data they process may share a name. */
  readonly name: string;
  /** The nodes that it runs on: those with the role `worker`, or all. */
  readonly runsOn: 'workers' | 'every node';
}

/** A background job in rounds, and how it is run. */
export interface RoundJob extends AnyJob {
  readonly round: Round;
  /** The pause after a round that found nothing more to do. */
  readonly everyMs: number;
  /** The pause after a round that left more waiting; none when it is absent. */
  readonly restMs?: number;
  /** The pause after a round that failed. */
  readonly retryMs: number;
  /** Whether the job acts because time has passed. Such a job waits while the time is not trusted. */
  readonly needsCertainTime: boolean;
  /**
   * How a stop ends a round that waits for external systems, and after how long; a round that waits only for the store ends when
   * the store has responded.
   */
  readonly onStop?: OnStop;
}

/** A background job with its own loop. */
export interface LoopJob extends AnyJob {
  readonly start: () => Loop & { abort(): void };
  /** A stop aborts the loop after this time. */
  readonly stopMs: number;
}

export interface OnStop {
  /** 0 aborts the round at once. */
  readonly afterMs: number;
  readonly abort: () => void;
}

export type Job = RoundJob | LoopJob;
