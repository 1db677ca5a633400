import type { Log } from '../platform/log/log.ts';
import { outlivesTerminal } from './environment.ts';

type OnSignal = (signal: NodeJS.Signals) => void;

/**
 * Calls `first` for SIGTERM, SIGINT and a terminal that closes, until the returned function sets another action. The
 * listeners stay for the life of the process. If one were removed before the next was added, a signal in between would
 * be lost.
 */
export function onSignals(first: OnSignal): (next: OnSignal) => void {
  let act = first;
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT', ...(outlivesTerminal() ? [] : ['SIGHUP' as const])];
  for (const signal of signals) process.on(signal, (received) => act(received));
  return (next) => {
    act = next;
  };
}

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
