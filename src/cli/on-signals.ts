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
