import type { ProcessMetrics } from '../../metrics/metrics-reader.ts';

/** A process that is busier than this is left out of a text: the rest must not wait for it. */
export const METRICS_WAIT_MS = 2_000;

/** Questions that are under way: who is asked answers under their number. */
export interface Questions {
  /** Asks so many, and resolves with what came in time. */
  ask(count: number, send: (id: number) => void): Promise<readonly ProcessMetrics[]>;
  /** An answer has come. */
  answered(id: number, metrics: ProcessMetrics): void;
}

/** Keeps the questions for metrics between processes. */
export function metricsQuestions(): Questions {
  const open = new Map<number, (metrics: ProcessMetrics) => void>();
  let lastId = 0;
  return {
    ask(count, send) {
      const id = ++lastId;
      const answers: ProcessMetrics[] = [];
      if (count === 0) return Promise.resolve(answers);
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          open.delete(id);
          resolve(answers);
        };
        const timer = setTimeout(end, METRICS_WAIT_MS);
        open.set(id, (metrics) => {
          if (answers.push(metrics) === count) end();
        });
        send(id);
      });
    },
    answered: (id, metrics) => open.get(id)?.(metrics),
  };
}
