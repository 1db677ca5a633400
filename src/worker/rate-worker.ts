import type { Clock } from '../lib/clock.ts';
import { type Http, httpClient } from '../lib/http.ts';
import type { Log } from '../lib/log.ts';
import { startLoop } from '../lib/loop.ts';
import { refreshDueRate } from '../payments/refresh-rate.ts';
import type { RateSourceSettings } from '../rates/rate-settings.ts';
import type { Database } from '../storage/database.ts';

/** How often a worker looks whether the source is to be asked: the asking itself goes by EXCHANGE_RATE_REFRESH_MINUTES. */
const REFRESH = { name: 'refreshing the exchange rate', pollMs: 2_000, retryMs: 5_000 };

/** Keeps the exchange rate fresh, with a connection of its own: a stop breaks it off and waits for no slow source. */
export function startRateWorker(
  { onNew, ...deps }: { db: Database; clock: Clock; log: Log; onNew: () => void },
  settings: RateSourceSettings,
): { stop(): Promise<void> } {
  const { http, close } = httpClient();
  let isStopping = false;
  /** What a stop broke off is nothing that the source did. Another worker asks it when the lease is over. */
  const untilStopped: Http = async (request) => {
    try {
      return await http(request);
    } catch (error) {
      throw isStopping ? new Error('stopped while asking the source') : error;
    }
  };
  const loop = startLoop(
    async () => {
      try {
        const refresh = await refreshDueRate({ ...deps, http: untilStopped }, settings);
        if (refresh?.result === 'new') onNew();
      } catch (error) {
        if (!isStopping) throw error;
      }
      return { isMoreWaiting: false };
    },
    { ...REFRESH, log: deps.log },
  );
  return {
    async stop() {
      isStopping = true;
      await Promise.all([close(), loop.stop()]);
    },
  };
}
