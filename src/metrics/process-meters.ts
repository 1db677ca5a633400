import type { Registry } from 'prom-client';
import { collector } from './prom-client.ts';

/** The library's metrics of a process that tell an operator something, by the names that everybody's dashboards know. */
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
