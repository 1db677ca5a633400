import { startLoop as startRealLoop } from '../../../src/platform/tasks/loop.ts';
import { theWorld } from '../world/world.ts';

/** The pause that the gateway's own loop gets. It is so long that it never ends before the pause of the stand-in. */
const LONG_MS = 30 * 86_400_000;

/**
 * The gateway's own loop with longer pauses. Most rounds in an hour of a gateway find nothing to do, and a later round must do no harm. A
 * job that another job wakes runs at once, as usual.
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
