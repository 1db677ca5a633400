import type { Store } from '../app/open-store.ts';
import { type Gateway, startGateway } from '../app/start-gateway.ts';
import type { Config } from '../config.ts';
import { listenOn } from '../http/connections/listen-on.ts';
import type { Log } from '../platform/log/log.ts';
import { logTelemetry } from '../platform/log/log-telemetry.ts';
import { releaseMemoryWhenIdle } from '../platform/tasks/release-memory.ts';

/** Starts a gateway of one process, on the port that `release` frees. Throws errors of starting and of listening. */
export async function startAlone(
  config: Config,
  store: Store,
  log: Log,
  release: () => Promise<void>,
): Promise<Gateway> {
  const gateway = await startGateway(config, store, log, logTelemetry, {
    async listen(app) {
      await release();
      return listenOn(app, config);
    },
  });
  releaseMemoryWhenIdle();
  return gateway;
}
