import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Outcome } from './worker-main.ts';

const WORKER = fileURLToPath(new URL('worker-main.ts', import.meta.url));

export interface SeedRun {
  /** One after the other, as long as there are any. */
  readonly seeds: Iterator<Order>;
  readonly processes: number;
  /** The name of a sabotage. */
  readonly sabotage?: string;
  /** Called with each; true ends the run. */
  readonly onOutcome: (outcome: Outcome) => boolean;
}

/** Simulates seeds in their own processes, which share nothing. Throws when one of those ends by itself. */
export async function runSeeds({ seeds, processes, sabotage, onOutcome }: SeedRun): Promise<void> {
  let isOver = false;
  const runOne = () =>
    new Promise<void>((resolve, reject) => {
      const child: ChildProcess = fork(WORKER, sabotage === undefined ? [] : [sabotage], {
        // No warnings about Node's own features, and room for what each seed throws away.
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

/** So many seeds, from one on. */
export function* seedsFrom(first: number, count: number): Generator<Order> {
  for (let seed = first; seed < first + count; seed++) yield { seed };
}
