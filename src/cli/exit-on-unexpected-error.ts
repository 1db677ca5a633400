import type { Log } from '../platform/log/log.ts';

/**
 * An unexpected error leaves the process in an unknown state: it is logged and the process exits, for a supervisor to
 * restart it.
 */
export function exitOnUnexpectedError(log: Log): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected error: stopping the gateway');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
