import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { GaugeParts } from '../metrics/gauges.ts';
import { gatewayMeters, meterTelemetry } from '../metrics/meters.ts';
import type { OtherProcesses } from '../metrics/metrics-reader.ts';
import { metricsRoute, shareText } from '../metrics/metrics-route.ts';
import type { Log } from '../platform/log/log.ts';
import { combineTelemetry, type Telemetry } from '../platform/log/telemetry.ts';
import type { Tracing } from '../platform/tracing/open-tracing.ts';
import { VERSION } from '../platform/version.ts';

/** The metrics of a process. They are counted from before it serves requests. */
export interface NodeMetrics {
  /** Reports events to the log and the metrics. */
  readonly telemetry: Telemetry;
  /** Starts to serve the metrics as the settings say. Throws errors of listening. */
  serve(app: FastifyInstance, config: MetricsSettings, parts: Omit<GaugeParts, 'dataDir'>): Promise<void>;
  /** Stops the server of METRICS_PORT. */
  stop(): Promise<void>;
}

type MetricsSettings = Pick<
  Config,
  'host' | 'metricsPort' | 'metricsAllowedSubnets' | 'trustProxy' | 'dataDir' | 'databaseUrl'
>;

/**
 * Starts to count. Gauges and process metrics are loaded at the first scrape, or at once if METRICS_PORT is set.
 *
 * @param others the other processes of a node that has several: the first of them serves METRICS_PORT, which they cannot share
 */
export function nodeMetrics(outer: Telemetry, others?: OtherProcesses): NodeMetrics {
  const meters = gatewayMeters();
  let stop = async () => {};
  return {
    telemetry: combineTelemetry([outer, meterTelemetry(meters)]),
    async serve(app, config, given) {
      const parts = { ...given, dataDir: config.databaseUrl === null ? config.dataDir : null };
      const load = async () => {
        const { metricsReader } = await import('../metrics/metrics-reader.ts');
        return metricsReader(meters, parts, others);
      };
      let loading: ReturnType<typeof load> | undefined;
      const reader = () => (loading ??= load());
      others?.respondWith(async () => (await reader()).own());
      const scrape = shareText(async () => (await reader()).text());
      const { host, metricsPort: port, metricsAllowedSubnets: allowedSubnets, trustProxy } = config;
      if (port === null) return metricsRoute(app, { scrape, allowedSubnets, isProxyTrusted: trustProxy.length > 0 });
      await reader();
      if (others && others.number !== 1) return;
      const { startMetricsServer } = await import('../metrics/metrics-server.ts');
      ({ stop } = await startMetricsServer({ host, port }, scrape, parts.log));
      parts.log.info({ host, port }, 'serving metrics on METRICS_PORT');
    },
    stop: () => stop(),
  };
}

/** Starts tracing if the settings say so; otherwise undefined, and loads nothing. */
export async function nodeTracing({ tracing }: Pick<Config, 'tracing'>, log: Log): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { openTracing } = await import('../platform/tracing/open-tracing.ts');
  return openTracing(tracing, { version: VERSION, instanceId: randomUUID() }, log);
}
