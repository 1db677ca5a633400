/** Pending requests between processes: the others respond under the request's number. */
export interface OpenQuestions<Answer> {
  /** Sends a request to this many processes, and resolves with the responses that came in time. */
  ask(count: number, send: (id: number) => void): Promise<readonly Answer[]>;
  /** A response has come. One that came too late, or that was not requested, is dropped. */
  answered(id: number, answer: Answer): void;
}

/** Tracks requests, each for this long at most. */
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
