import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, TRACE_PARENT_HEADER } from '@opentelemetry/core';
import type { Log } from '../log/log.ts';
import { ASKED_METHODS, type Telemetry } from '../log/telemetry.ts';

/**
 * Makes spans of requests, of the calls in them, and of deliveries. Attributes are our own words and ids: no text of unauthenticated
 * clients, and no personal data. Each log belongs to one request or attempt, and finds its parent span.
 */
export function traceTelemetry(tracer: Tracer): Telemetry {
  const spans = new WeakMap<Log, Span>();
  const begin = (name: string, kind: SpanKind, parent: SpanContext | undefined, attributes?: Attributes) => {
    const around = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return tracer.startSpan(name, { kind, ...(attributes && { attributes }) }, around);
  };
  const below = (log: Log) => spans.get(log)?.spanContext();
  /** Sets the span to which a log belongs from now on. The log names its trace on every line. */
  const carry = (log: Log, span: Span) => {
    spans.set(log, span);
    log.setBindings({ trace_id: span.spanContext().traceId });
  };
  return {
    request({ requestId, method, traceparent }, log) {
      const name = ASKED_METHODS.includes(method) ? method : '_OTHER';
      const span = begin(name, SpanKind.SERVER, readTraceContext(traceparent), {
        'http.request.method': name,
        'peye.request_id': requestId,
      });
      carry(log, span);
      return ({ route, status, error, websiteId, keyId, paymentId, isHealthCheck, isShed }) => {
        // A span without an end is never sent.
        if (isHealthCheck || isShed) return;
        span.updateName(`${name} ${route}`);
        span.setAttributes(
          given({
            'http.route': route,
            'http.response.status_code': status,
            'error.type': error,
            'peye.website_id': websiteId,
            'peye.key_id': keyId,
            'peye.transaction_id': paymentId?.toString(),
          }),
        );
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    commit(_start, log) {
      const span = begin('commit', SpanKind.INTERNAL, below(log));
      return ({ error }) => {
        if (error !== undefined) fail(span, error);
        span.end();
      };
    },
    providerCall({ provider, operation, transactionId }, log) {
      const span = begin(
        `${provider} ${operation}`,
        SpanKind.CLIENT,
        below(log),
        given({ 'peye.provider': provider, 'peye.transaction_id': transactionId?.toString() }),
      );
      return ({ statusCode, error, refusal }) => {
        if (statusCode !== null) span.setAttribute('http.response.status_code', statusCode);
        if (error !== null || refusal !== undefined || (statusCode ?? 500) >= 500) {
          fail(span, error ?? refusal ?? String(statusCode));
        }
        span.end();
      };
    },
    deliveryAttempt({ deliveryId, transactionId, websiteId, event, attempt }, log) {
      const span = begin('deliver webhook', SpanKind.CLIENT, below(log), {
        'peye.delivery_id': deliveryId,
        'peye.transaction_id': String(transactionId),
        'peye.website_id': websiteId,
        'peye.event': event,
        'peye.attempt': attempt,
      });
      carry(log, span);
      return ({ host, statusCode, error, outcome }) => {
        span.setAttributes(
          given({
            'server.address': host,
            'http.response.status_code': statusCode ?? undefined,
            'peye.outcome': outcome,
          }),
        );
        if (outcome !== 'delivered') fail(span, error ?? String(statusCode));
        span.end();
      };
    },
    outgoingHeaders(log) {
      const context = below(log);
      return context ? traceHeaders(context) : {};
    },
    // Runs every few seconds, and mostly does nothing.
    jobRun: () => () => {},
    paymentMoved: () => {},
    paymentsWritten: () => {},
    requestLinesDropped: () => {},
  };
}

function fail(span: Span, error: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error });
}

/** Only the defined attributes. */
function given(attributes: Readonly<Record<string, string | number | undefined>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Attributes;
}

/**
 * The trace context of a request, by W3C Trace Context; undefined when it is missing or invalid. Without its `tracestate`,
 * which is arbitrary text of an unauthenticated client.
 */
function readTraceContext(traceparent: unknown): SpanContext | undefined {
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return context ? { ...context, isRemote: true } : undefined;
}

/** The headers with which the receiver of a request can continue its trace. */
function traceHeaders({ traceId, spanId, traceFlags }: SpanContext): Record<string, string> {
  return { [TRACE_PARENT_HEADER]: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
}
