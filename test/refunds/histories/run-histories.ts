import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../support/engines.ts';
import type { Lived } from './histories-worker.ts';

const WORKER = new URL('histories-worker.ts', import.meta.url);

export interface HistoriesRun {
  readonly engine: Engine;
  /** The seeds of the histories. Each process takes the next one until none is left. */
  readonly seeds: Iterator<number>;
  readonly processes: number;
  /** The name of the sabotage under which all of them are lived. */
  readonly sabotage?: string;
  /** The program of a process; that of refunds if it is missing. */
  readonly worker?: URL;
  /** Called with the end of each history. If it returns true, the run ends. */
  readonly onLived: (lived: Lived) => boolean;
}

/** Lives through random histories, in processes with a store each. Throws if a process fails. */
export async function runHistories({
  engine,
  seeds,
  processes,
  sabotage,
  worker = WORKER,
  onLived,
}: HistoriesRun): Promise<void> {
  let isOver = false;
  const runOne = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(fileURLToPath(worker), sabotage === undefined ? [engine] : [engine, sabotage], {
        execArgv: ['--no-warnings'],
      });
      const next = () => {
        const { value, done } = isOver ? { value: undefined, done: true } : seeds.next();
        if (done) child.disconnect();
        else child.send(value as number);
      };
      child.on('message', (message: 'ready' | Lived) => {
        if (message !== 'ready' && !isOver && onLived(message)) isOver = true;
        next();
      });
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a process of histories ended with ${code}`)),
      );
    });
  await Promise.all(Array.from({ length: processes }, runOne));
}

/** The seeds from `first` on, `count` of them. */
export function* seedsFrom(first: number, count: number): Generator<number> {
  for (let seed = first; seed < first + count; seed++) yield seed;
}
