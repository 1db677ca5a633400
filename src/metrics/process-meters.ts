import type { Registry } from 'prom-client';
import { collector } from './prom-client.ts';

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

/** Adds processor, memory, event loop, garbage collection and open files of this process. */
export function processMeters(registry: Registry): void {
  for (const name of COLLECTORS) collector(name)(registry);
}
