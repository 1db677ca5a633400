import type { Metric } from 'prom-client';
import { type GaugeParts, nodeGauges, processGauges } from './gauges.ts';
import type { Meters } from './meters.ts';
import { processMeters } from './process-meters.ts';
import { aggregate, Registry } from './prom-client.ts';
import type { Reading } from './tallies.ts';

/** The metrics of one process, as one process sends them to another. */
export type ProcessMetrics = readonly object[];

/** Where a process gets the metrics of the others of its node. */
export interface OtherProcesses {
  /** Its own number, counted from 1. */
  readonly number: number;
  /** Answers the others with this process's own. */
  answer(read: () => Promise<ProcessMetrics>): void;
  /** Asks them all. One that does not answer within two seconds is left out. */
  ask(): Promise<readonly ProcessMetrics[]>;
}

/** Reads all metrics of a node. */
export interface MetricsReader {
  /** Those of this process alone. */
  own(): Promise<ProcessMetrics>;
  /** All of them as text for Prometheus: what the node has once, and what each of its processes counts. */
  text(): Promise<string>;
}

/** Begins to measure the process itself, and reads everything from then on. */
export function metricsReader({ readers }: Meters, parts: GaugeParts, others?: OtherProcesses): MetricsReader {
  const registry = new Registry();
  for (const read of readers) registry.registerMetric(asMetric(read));
  processMeters(registry);
  // Each by itself: a sum would fall when one of them ends or is too busy to answer, and Prometheus would take that for a new start of all.
  if (others) registry.setDefaultLabels({ process: String(others.number) });
  const readProcess = processGauges(registry, parts);
  const node = nodeGauges(parts);
  const own = (): Promise<ProcessMetrics> => {
    readProcess();
    return registry.getMetricsAsJSON();
  };
  const processes = async () => {
    if (others) return aggregate([await own(), ...(await others.ask())].map(withoutSums));
    readProcess();
    return registry;
  };
  return {
    own,
    async text() {
      const [all] = await Promise.all([processes(), node.read()]);
      return (await Promise.all([node.registry.metrics(), all.metrics()])).join('\n');
    },
  };
}

/** What the library needs of a metric, of which it makes a text or JSON. */
function asMetric(read: () => Reading): Metric {
  return { name: read().name, get: async () => ({ ...read(), aggregator: 'sum' }) } as unknown as Metric;
}

/** The library would add up, or leave out, what several processes say: here each says it of itself. */
function withoutSums(metrics: ProcessMetrics): ProcessMetrics {
  return metrics.map((metric) => ({ ...metric, aggregator: 'first' }));
}
