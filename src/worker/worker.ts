import type { Log } from '../lib/log.ts';

const POLL_MS = 500;
const POLL_AFTER_FAILURE_MS = 5_000;

export interface Worker {
  /** Lets the running round finish, and starts no other. */
  stop(): Promise<void>;
}

/**
 * Runs a job again and again: at once while it says that more is waiting, else after a pause. A round that fails, for
 * example because the store is away, is logged and tried again later.
 */
export function startWorker(job: () => Promise<{ isMoreWaiting: boolean }>, log: Log): Worker {
  let stopping = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  const run = async () => {
    while (!stopping) {
      try {
        const { isMoreWaiting } = await job();
        if (!isMoreWaiting) await pause(POLL_MS);
      } catch (error) {
        log.error({ err: error }, 'a round of the worker failed; it is tried again');
        if (!stopping) await pause(POLL_AFTER_FAILURE_MS);
      }
    }
  };
  const finished = run();
  return {
    stop() {
      stopping = true;
      wake();
      return finished;
    },
  };
}
