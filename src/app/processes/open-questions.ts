/** Questions between processes that are under way: whoever is asked answers under their number. */
export interface OpenQuestions<Answer> {
  /** Asks so many, and resolves with what came in time. */
  ask(count: number, send: (id: number) => void): Promise<readonly Answer[]>;
  /** An answer has come. One that came too late, or that nobody asked for, is dropped. */
  answered(id: number, answer: Answer): void;
}

/** Keeps questions, each for so long at most. */
export function openQuestions<Answer>(waitMs: number): OpenQuestions<Answer> {
  const open = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  return {
    ask(count, send) {
      const id = ++lastId;
      const answers: Answer[] = [];
      if (count === 0) return Promise.resolve(answers);
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          open.delete(id);
          resolve(answers);
        };
        const timer = setTimeout(end, waitMs);
        open.set(id, (answer) => {
          if (answers.push(answer) === count) end();
        });
        send(id);
      });
    },
    answered: (id, answer) => open.get(id)?.(answer),
  };
}
