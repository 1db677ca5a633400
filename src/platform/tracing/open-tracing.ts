import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { MS_PER_MINUTE } from '../../core/durations.ts';
import type { Log } from '../log/log.ts';
import type { Telemetry } from '../log/telemetry.ts';
import type { TraceSettings } from './trace-settings.ts';
import { traceTelemetry } from './trace-telemetry.ts';

/** A collector that hangs delays a batch no longer than this. */
const EXPORT_TIMEOUT_MS = 5_000;
/** An unavailable collector is reported at this interval, not with every batch. */
const REPORT_AGAIN_MS = MS_PER_MINUTE;
/** The library's result for a batch that has arrived. */
const SUCCESS = 0;

/** Sends spans to a collector by OTLP over HTTP. Spans that cannot be sent are dropped, which is logged once a minute. */
function spanExporter({ endpoint, headers }: TraceSettings, log: Log): SpanExporter {
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

/** Waiting spans beyond this number are dropped, to limit the memory while the collector is unavailable. */
const MOST_WAITING = 4_096;
const BATCH = 512;
const SEND_EVERY_MS = 1_000;
/** At a stop, the last spans have this long to be sent. */
const LAST_MS = 2_000;

/** Traces that are sent while a gateway runs. */
export interface Tracing {
  readonly telemetry: Telemetry;
  /** Sends the last spans, and gives up if the collector does not accept them in time. */
  close(): Promise<void>;
}

/**
 * Starts tracing. Unauthenticated clients may send their own context: whether a trace is recorded is still decided here, at random with
 * the configured ratio. If the trace id decided, clients could choose ids that are always recorded.
 *
 * @param node identifies this process among the others
 */
export function openTracing(settings: TraceSettings, node: { version: string; instanceId: string }, log: Log): Tracing {
  const ratio = new TraceIdRatioBasedSampler(settings.ratio);
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({
      root: ratio,
      remoteParentSampled: byChance(settings.ratio),
      remoteParentNotSampled: new AlwaysOffSampler(),
    }),
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': node.version,
      'service.instance.id': node.instanceId,
    }),
    spanLimits: { attributeValueLengthLimit: 500 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: spanExporter(settings, log),
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  });
  return {
    telemetry: traceTelemetry(provider.getTracer('peye', node.version)),
    async close() {
      const late = Promise.withResolvers<'late'>();
      const timer = setTimeout(() => late.resolve('late'), LAST_MS);
      const end = await Promise.race([provider.shutdown().catch(() => {}), late.promise]);
      clearTimeout(timer);
      if (end === 'late') log.warn('the last spans were not sent: the collector of traces did not take them in time');
    },
  };
}

/** Records a part of all traces, whatever their ids. */
function byChance(ratio: number): Sampler {
  const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision;
  return {
    shouldSample: () => ({ decision: Math.random() < ratio ? RECORD_AND_SAMPLED : NOT_RECORD }),
    toString: () => `by chance, ${ratio}`,
  };
}
