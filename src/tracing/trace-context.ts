import { createTraceState, type SpanContext } from '@opentelemetry/api';
import { parseTraceParent, TRACE_PARENT_HEADER, TRACE_STATE_HEADER } from '@opentelemetry/core';

/** What other systems of a trace have put there comes along, up to what the standard asks for at least. */
const MAX_STATE_CHARACTERS = 512;

/** The context that came with a request, by W3C Trace Context; undefined when there is none, or none that can be read. */
export function readTraceContext(traceparent: unknown, tracestate: unknown): SpanContext | undefined {
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  if (!context) return undefined;
  const hasState = typeof tracestate === 'string' && tracestate.length <= MAX_STATE_CHARACTERS;
  return { ...context, isRemote: true, ...(hasState && { traceState: createTraceState(tracestate) }) };
}

/** The headers that let whoever gets a request go on with its trace. */
export function traceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): Record<string, string> {
  const state = traceState?.serialize();
  return {
    [TRACE_PARENT_HEADER]: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(state && { [TRACE_STATE_HEADER]: state }),
  };
}
