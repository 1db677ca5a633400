import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Outcome } from './worker-main.ts';

const WORKER = fileURLToPath(new URL('worker-main.ts', import.meta.url));

export interface SeedRun {
  /** The seeds to simulate. Each process takes the next one until none is left. */
  readonly seeds: Iterator<Order>;
  readonly processes: number;
  /** The name of the sabotage under which all seeds are simulated. */
  readonly sabotage?: string;
  /** Called with the outcome of each seed. If it returns true, the run ends. */
  readonly onOutcome: (outcome: Outcome) => boolean;
}

/** Simulates seeds in several processes, which share nothing. Throws if a process fails. */
export async function runSeeds({ seeds, processes, sabotage, onOutcome }: SeedRun): Promise<void> {
  let isOver = false;
  const runOne = () =>
    new Promise<void>((resolve, reject) => {
      const child: ChildProcess = fork(WORKER, sabotage === undefined ? [] : [sabotage], {
        // No warnings about experimental features of Node, and enough memory for the many short-lived objects of each seed.
        execArgv: ['--no-warnings', '--max-semi-space-size=64'],
      });
      const next = () => {
        const { value, done } = isOver ? { value: undefined, done: true } : seeds.next();
        if (done) child.disconnect();
        else child.send(value as Order);
      };
      child.on('message', (message: 'ready' | Outcome) => {
        if (message !== 'ready' && !isOver && onOutcome(message)) isOver = true;
        next();
      });
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a simulation ended with ${code}`))));
    });
  await Promise.all(Array.from({ length: processes }, runOne));
}

/** The seeds from `first` on, `count` of them. */
export function* seedsFrom(first: number, count: number): Generator<Order> {
  for (let seed = first; seed < first + count; seed++) yield { seed };
}
