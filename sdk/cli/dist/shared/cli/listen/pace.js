import { setTimeout as wait } from 'node:timers/promises';

const MAX_REQUESTS = 20;
const WINDOW_MS = 60_000;
const SHORTEST_MS = 2_000;

export function pace()       {
  const sent           = [];
  let restMs = 0;
  return {
    async next(stopping) {
      const oldest = sent.length < MAX_REQUESTS ? undefined : sent.shift();
      const windowMs = oldest === undefined ? 0 : oldest + WINDOW_MS - performance.now();
      const waitMs = Math.max(windowMs, restMs);
      restMs = 0;
      if (waitMs > 0) await pause(waitMs, stopping);
      sent.push(performance.now());
    },
    noteEmpty(ms) {
      restMs = Math.max(0, SHORTEST_MS - ms);
    },
  };
}

export async function pause(ms        , signal             )                {
  await wait(ms, undefined, { signal }).catch(() => {});
}
