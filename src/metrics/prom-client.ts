import { createRequire } from 'node:module';
import type * as PromClient from 'prom-client';

// Only the parts of prom-client that are needed: loading all of it takes ninety milliseconds, and blocks everything else.
const require = createRequire(import.meta.url);

export const Registry = require('prom-client/lib/registry.js') as typeof PromClient.Registry;
export const Gauge = require('prom-client/lib/gauge.js') as typeof PromClient.Gauge;

/** One of the library's own process metrics: registers it, and starts to measure. */
export function collector(name: string): (registry: PromClient.Registry) => void {
  return require(`prom-client/lib/metrics/${name}.js`);
}

/** Merges the metrics of several processes into one registry. */
export function aggregate(metrics: readonly object[]): PromClient.Registry {
  const { aggregate: add } = require('prom-client/lib/cluster.js') as typeof PromClient.AggregatorRegistry;
  return add([...metrics]);
}
