import { startLoop as startRealLoop } from '../../../src/lib/loop.ts';
import { theWorld } from '../world/world.ts';

/** No job looks for work more rarely than this because of the simulation. */
const RAREST_MS = 240_000;

/**
 * The gateway's own loop, whose rounds that find nothing are rarer: they are nearly all that a gateway does in an hour, and a check that
 * comes later must harm nobody. Whoever wakes a job is heard at once, as ever.
 */
export const startLoop: typeof startRealLoop = (round, settings) => {
  const { pollMs } = settings;
  let again: NodeJS.Timeout | undefined;
  const pacedRound = async () => {
    try {
      return await round();
    } finally {
      clearTimeout(again);
      const pausedMs = pollMs * (theWorld()?.pace ?? 1);
      if (pausedMs < RAREST_MS) again = setTimeout(() => loop.wake(), pausedMs);
    }
  };
  const loop = startRealLoop(pacedRound, { ...settings, pollMs: Math.max(pollMs, RAREST_MS) });
  return loop;
};
