import { startLoop as startRealLoop } from '../../../src/platform/tasks/loop.ts';
import { theWorld } from '../world/world.ts';

/** The gateway's own pause is never over before the one here. */
const LONG_MS = 30 * 86_400_000;

/**
 * The gateway's own loop, whose rounds that find nothing are rarer: they are nearly all that a gateway does in an hour, and a check that
 * comes later must do no harm. A job that another one wakes runs at once, as ever.
 */
export const startLoop: typeof startRealLoop = (round, settings) => {
  const { pollMs } = settings;
  let again: NodeJS.Timeout | undefined;
  const pacedRound = async () => {
    try {
      return await round();
    } finally {
      clearTimeout(again);
      const { pace = 1, rarestMs = pollMs } = theWorld() ?? {};
      again = setTimeout(() => loop.wake(), Math.max(pollMs, Math.min(pollMs * pace, rarestMs)));
    }
  };
  const loop = startRealLoop(pacedRound, { ...settings, pollMs: LONG_MS });
  return loop;
};
