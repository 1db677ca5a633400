import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { MS_PER_MINUTE } from '../lib/durations.ts';
import type { Log } from '../lib/log.ts';
import type { TraceSettings } from './trace-settings.ts';

/** A collector that hangs holds a batch no longer. */
const EXPORT_TIMEOUT_MS = 5_000;
/** A collector that is away is told of so often, not with every batch. */
const REPORT_AGAIN_MS = MS_PER_MINUTE;
/** What the library returns for a batch that has arrived. */
const SUCCESS = 0;

/** Sends spans to a collector by OTLP over HTTP. What cannot be sent is dropped, and the log says so once a minute. */
export function spanExporter({ endpoint, headers }: TraceSettings, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  let toldMs = Number.NEGATIVE_INFINITY;
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== SUCCESS) {
          lost += spans.length;
          const nowMs = performance.now();
          if (nowMs - toldMs >= REPORT_AGAIN_MS) {
            log.warn({ lost, reason: result.error?.message }, 'spans could not be sent to the collector of traces');
            [toldMs, lost] = [nowMs, 0];
          }
        }
        done({ code: SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
