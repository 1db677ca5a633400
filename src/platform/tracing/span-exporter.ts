import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { MS_PER_MINUTE } from '../../core/durations.ts';
import type { Log } from '../log/log.ts';
import type { TraceSettings } from './trace-settings.ts';

/** A collector that hangs delays a batch no longer than this. */
const EXPORT_TIMEOUT_MS = 5_000;
/** An unavailable collector is reported this often, not with every batch. */
const REPORT_AGAIN_MS = MS_PER_MINUTE;
/** The library's result for a batch that has arrived. */
const SUCCESS = 0;

/** Sends spans to a collector by OTLP over HTTP. Spans that cannot be sent are dropped, which is logged once a minute. */
export function spanExporter({ endpoint, headers }: TraceSettings, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  let lastReportMs = Number.NEGATIVE_INFINITY;
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== SUCCESS) {
          lost += spans.length;
          const nowMs = performance.now();
          if (nowMs - lastReportMs >= REPORT_AGAIN_MS) {
            log.warn({ lost, reason: result.error?.message }, 'spans could not be sent to the collector of traces');
            [lastReportMs, lost] = [nowMs, 0];
          }
        }
        done({ code: SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
