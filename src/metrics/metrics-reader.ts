import type { Metric, Registry as MetricRegistry } from 'prom-client';
import { type GaugeParts, nodeGauges, processGauges } from './gauges.ts';
import type { Meters } from './meters.ts';
import { aggregate, collector, Registry } from './prom-client.ts';
import type { Reading } from './tallies.ts';

/** The library's process metrics that are useful to operators, by the names that common dashboards use. */
const COLLECTORS = [
  'processCpuTotal',
  'processStartTime',
  'osMemoryHeap',
  'processOpenFileDescriptors',
  'processMaxFileDescriptors',
  'eventLoopLag',
  'heapSizeAndUsed',
  'gc',
] as const;

/** The metrics of one process, as one process sends them to another. */
export type ProcessMetrics = readonly object[];

/** How a process gets the metrics of the other processes of its node. */
export interface OtherProcesses {
  /** The number of this process, counted from 1. */
  readonly number: number;
  /** Sends this process's own metrics to the others on request. */
  respondWith(read: () => Promise<ProcessMetrics>): void;
  /** Requests the metrics of all processes. One that does not respond within two seconds is skipped. */
  collect(): Promise<readonly ProcessMetrics[]>;
}

/** Reads all metrics of a node. */
export interface MetricsReader {
  /** The metrics of this process alone. */
  own(): Promise<ProcessMetrics>;
  /** All metrics as text for Prometheus: those that the node has once, and those that each of its processes counts. */
  text(): Promise<string>;
}

/** Starts to measure the process itself, and returns the reader of all metrics. */
export function metricsReader({ readers }: Meters, parts: GaugeParts, others?: OtherProcesses): MetricsReader {
  const registry = new Registry();
  for (const read of readers) registry.registerMetric(asMetric(read));
  processMeters(registry);
  // The values of each process are separate. A sum would fall when a process ends or is too busy to respond, and
  // Prometheus would treat that as a reset.
  if (others) registry.setDefaultLabels({ process: String(others.number) });
  const readProcess = processGauges(registry, parts);
  const node = nodeGauges(parts);
  const own = (): Promise<ProcessMetrics> => {
    readProcess();
    return registry.getMetricsAsJSON();
  };
  const processes = async () => {
    if (others) return aggregate([await own(), ...(await others.collect())].map(withoutSums));
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

/** The fields of a metric that the library needs to produce text or JSON. */
function asMetric(read: () => Reading): Metric {
  return { name: read().name, get: async () => ({ ...read(), aggregator: 'sum' }) } as unknown as Metric;
}

/** Each process reports its own values, because the library would add up or skip the values of several processes. */
function withoutSums(metrics: ProcessMetrics): ProcessMetrics {
  return metrics.map((metric) => ({ ...metric, aggregator: 'first' }));
}

/** Adds processor, memory, event loop, garbage collection and open files of this process. */
function processMeters(registry: MetricRegistry): void {
  for (const name of COLLECTORS) collector(name)(registry);
}
