import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Gateway } from '../app/start-gateway.ts';
import type { Log } from '../platform/log/log.ts';

/** Ctrl-C reaches this process directly and again through npm: two signals within this time count as one. */
const SAME_SIGNAL_MS = 500;

/**
 * Handles a signal before the gateway serves. No work has to be finished, so the process exits with 0. A second signal
 * ends it at once.
 */
export function endStart(log: Log, opened: AsyncDisposableStack): (signal: NodeJS.Signals) => void {
  let stoppingSince: number | undefined;
  return (signal) => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping: start cancelled');
      void opened.disposeAsync().finally(() => process.exit(0));
    } else if (performance.now() - stoppingSince >= SAME_SIGNAL_MS) {
      process.exit(128 + constants.signals[signal]);
    }
  };
}

/** A gateway of one process or of several, as it serves. */
export interface Serving extends Gateway {
  /** Only with several processes. `exhausted` resolves, with the reason, when none serves and none can be started. `kill` ends them all. */
  readonly exhausted?: Promise<string>;
  kill?(): void;
}

/**
 * Handles SIGTERM, SIGINT and SIGHUP: keeps serving until load balancers have noticed, finishes requests in flight, and exits with 0. A
 * second signal ends the process at once, with the exit code of an uncaught signal. If a newer version takes over the store, or no
 * process can be started any longer, the gateway finishes requests in flight and exits with 1.
 */
export function stopInTime(
  gateway: Serving,
  { drainSeconds, log }: { drainSeconds: number; log: Log },
  opened: AsyncDisposableStack,
): (signal: NodeJS.Signals) => void {
  let stoppingSince: number | undefined;
  const stop = async (exitCode: number) => {
    stoppingSince ??= performance.now();
    try {
      await opened.disposeAsync();
      log.info('stopped');
      process.exit(exitCode);
    } catch (error) {
      log.fatal({ err: error }, 'the shutdown failed');
      process.exit(1);
    }
  };
  const drainAndStop = async (signal: NodeJS.Signals) => {
    stoppingSince = performance.now();
    if (drainSeconds > 0) {
      log.info({ signal, seconds: drainSeconds }, 'draining: still serving, and /readyz reports the shutdown');
      gateway.drain();
      // A version that is too old for its database must not continue.
      await Promise.race([pause(drainSeconds * 1000), gateway.outdated]);
    }
    log.info({ signal }, 'stopping: finishing requests in flight');
    await stop(0);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince === undefined) {
      void drainAndStop(signal);
    } else if (performance.now() - stoppingSince >= SAME_SIGNAL_MS) {
      log.warn({ signal }, 'stopping immediately');
      gateway.kill?.();
      process.exit(128 + constants.signals[signal]);
    }
  };
  const endFor = (message: string) => (reason: string) => {
    if (stoppingSince !== undefined) return;
    log.fatal({ reason }, message);
    void stop(1);
  };
  void gateway.outdated.then(endFor('this version is too old for its database: stopping after requests in flight'));
  void gateway.exhausted?.then(endFor('no process can be started: stopping the gateway'));
  return onSignal;
}
