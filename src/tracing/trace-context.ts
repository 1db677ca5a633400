import type { SpanContext } from '@opentelemetry/api';
import { parseTraceParent, TRACE_PARENT_HEADER } from '@opentelemetry/core';

/**
 * The context that came with a request, by W3C Trace Context; undefined when there is none, or none that can be read. Without its `tracestate`,
 * which is any text that a stranger likes.
 */
export function readTraceContext(traceparent: unknown): SpanContext | undefined {
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return context ? { ...context, isRemote: true } : undefined;
}

/** The headers that let whoever gets a request go on with its trace. */
export function traceHeaders({ traceId, spanId, traceFlags }: SpanContext): Record<string, string> {
  return { [TRACE_PARENT_HEADER]: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
}
