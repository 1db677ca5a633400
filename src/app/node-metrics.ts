import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { combineTelemetry, type Telemetry } from '../lib/telemetry.ts';
import type { GaugeParts } from '../metrics/gauges.ts';
import { meterTelemetry } from '../metrics/meter-telemetry.ts';
import { gatewayMeters } from '../metrics/meters.ts';
import type { OtherProcesses } from '../metrics/metrics-reader.ts';
import { metricsRoute } from '../metrics/metrics-route.ts';
import { shareText } from '../metrics/share-text.ts';

/** What a process measures of itself, from before it serves. */
export interface NodeMetrics {
  /** Tells the log and the metrics of what happens. */
  readonly telemetry: Telemetry;
  /** Serves them as the settings say, from now on. Throws what listening throws. */
  serve(app: FastifyInstance, config: MetricsSettings, parts: Omit<GaugeParts, 'dataDir'>): Promise<void>;
  /** Stops what serves them on a port of their own. */
  stop(): Promise<void>;
}

type MetricsSettings = Pick<
  Config,
  'host' | 'metricsPort' | 'metricsAllowedSubnets' | 'trustProxy' | 'dataDir' | 'databaseUrl'
>;

/**
 * Begins to count. What is not counted as it happens is loaded, and the process itself is measured, when the metrics are first asked
 * for, or at once where METRICS_PORT says that they will be.
 *
 * @param others the other processes of a node that has several: the first of them serves METRICS_PORT, which they cannot share
 */
export function nodeMetrics(told: Telemetry, others?: OtherProcesses): NodeMetrics {
  const meters = gatewayMeters();
  let stop = async () => {};
  return {
    telemetry: combineTelemetry([told, meterTelemetry(meters)]),
    async serve(app, config, given) {
      const parts = { ...given, dataDir: config.databaseUrl === null ? config.dataDir : null };
      const load = async () => {
        const { metricsReader } = await import('../metrics/metrics-reader.ts');
        return metricsReader(meters, parts, others);
      };
      let loading: ReturnType<typeof load> | undefined;
      const reader = () => (loading ??= load());
      others?.answer(async () => (await reader()).own());
      const scrape = shareText(async () => (await reader()).text());
      const { host, metricsPort: port, metricsAllowedSubnets: allowedSubnets, trustProxy } = config;
      if (port === null) return metricsRoute(app, { scrape, allowedSubnets, isProxyTrusted: trustProxy.length > 0 });
      await reader();
      if (others && others.number !== 1) return;
      const { startMetricsServer } = await import('../metrics/metrics-server.ts');
      ({ stop } = await startMetricsServer({ host, port }, scrape, parts.log));
      parts.log.info({ host, port }, 'metrics are served on a port of their own');
    },
    stop: () => stop(),
  };
}
