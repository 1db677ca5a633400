import type { SpanContext } from '@opentelemetry/api';
import { parseTraceParent, TRACE_PARENT_HEADER } from '@opentelemetry/core';

/**
 * The trace context of a request, by W3C Trace Context; undefined when it is missing or invalid. Without its `tracestate`,
 * which is arbitrary text of an unauthenticated client.
 */
export function readTraceContext(traceparent: unknown): SpanContext | undefined {
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return context ? { ...context, isRemote: true } : undefined;
}

/** The headers with which the receiver of a request can continue its trace. */
export function traceHeaders({ traceId, spanId, traceFlags }: SpanContext): Record<string, string> {
  return { [TRACE_PARENT_HEADER]: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
}
