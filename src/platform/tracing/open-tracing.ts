import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log/log.ts';
import type { Telemetry } from '../log/telemetry.ts';
import { spanExporter } from './span-exporter.ts';
import type { TraceSettings } from './trace-settings.ts';
import { traceTelemetry } from './trace-telemetry.ts';

/** Waiting spans beyond this are dropped, to limit the memory while the collector is unavailable. */
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
