import type { Log } from '../log/log.ts';
import { logTelemetry } from '../log/log-telemetry.ts';
import type { Telemetry } from '../log/telemetry.ts';

export interface Loop {
  /** Reports work, so that the loop skips the rest of its pause. */
  wake(): void;
  /** Lets the current round finish, and starts no further one. */
  stop(): Promise<void>;
}

export interface LoopSettings {
  /** For telemetry. */
  readonly name: string;
  /** The pause after a round that found nothing more to do. */
  readonly pollMs: number;
  /** The pause after a round that left more waiting; none by default. */
  readonly restMs?: number | undefined;
  /** The pause after a failed round, for example while the store is unavailable. */
  readonly retryMs: number;
  readonly log: Log;
  /** Called for every round; by default rounds are only logged. */
  readonly telemetry?: Pick<Telemetry, 'jobRun'>;
}

/**
 * Runs rounds of a job, one after the other, until it is stopped. The next round starts at once when the job was woken or more work is
 * waiting (after `restMs`, if set), and after `pollMs` otherwise. A failed round is reported, and retried after `retryMs`.
 */
export function startLoop(round: () => Promise<{ isMoreWaiting: boolean }>, settings: LoopSettings): Loop {
  const { name, pollMs, restMs = 0, retryMs, log, telemetry = logTelemetry } = settings;
  let isStopping = false;
  let isWoken = false;
  let endPause = () => {};
  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  const run = async () => {
    while (!isStopping) {
      isWoken = false;
      const startedMs = performance.now();
      const report = telemetry.jobRun({ name }, log);
      try {
        const { isMoreWaiting } = await round();
        report({ ms: performance.now() - startedMs, error: undefined });
        const pauseMs = isMoreWaiting ? restMs : isWoken ? 0 : pollMs;
        if (pauseMs > 0 && !isStopping) await pause(pauseMs);
      } catch (error) {
        report({ ms: performance.now() - startedMs, error });
        if (!isStopping) await pause(retryMs);
      }
    }
  };
  const finished = run();
  return {
    wake() {
      isWoken = true;
      endPause();
    },
    stop() {
      isStopping = true;
      endPause();
      return finished;
    },
  };
}
