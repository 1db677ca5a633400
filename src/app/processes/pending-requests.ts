/** Pending requests between processes. A response has the id of its request. */
export interface PendingRequests<Data> {
  /** Sends a request to this many processes, and resolves with the responses that arrive in time. */
  send(count: number, sendAs: (id: number) => void): Promise<readonly Data[]>;
  /** Takes a response. One that is too late, or that was not requested, is dropped. */
  received(id: number, response: Data): void;
}

/** Tracks requests, each for this long at most. */
export function pendingRequests<Data>(waitMs: number): PendingRequests<Data> {
  const open = new Map<number, (response: Data) => void>();
  let lastId = 0;
  return {
    send(count, sendAs) {
      const id = ++lastId;
      const responses: Data[] = [];
      if (count === 0) return Promise.resolve(responses);
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          open.delete(id);
          resolve(responses);
        };
        const timer = setTimeout(end, waitMs);
        open.set(id, (response) => {
          if (responses.push(response) === count) end();
        });
        sendAs(id);
      });
    },
    received: (id, response) => open.get(id)?.(response),
  };
}
