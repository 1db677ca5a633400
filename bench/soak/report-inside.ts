// Loaded into the gateway's process before its own code. It writes figures that only the process itself knows to a file
// (PEYE_SOAK_REPORT), as a line of JSON at a fixed interval (PEYE_SOAK_EVERY_MS).
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const { PEYE_SOAK_REPORT: file, PEYE_SOAK_EVERY_MS: everyMs } = process.env;

if (isMainThread && file && everyMs) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().length;
    const line = { heapUsed, external, handles, lagP99Ms: delay.percentile(99) / 1e6, lagMaxMs: delay.max / 1e6 };
    delay.reset();
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }, Number(everyMs)).unref();
}
