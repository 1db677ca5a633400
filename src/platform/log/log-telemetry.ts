import type { Telemetry } from './telemetry.ts';

/** The final statuses of a delivery that failed. */
const GIVEN_UP = ['exhausted', 'refused'];

/**
 * Writes one line with many fields for each event that has ended, in the log of its request or job. The line contains
 * no personal data.
 */
export const logTelemetry: Telemetry = {
  request({ method }, log) {
    if (!log.isLevelEnabled('info')) return undefined;
    return ({ route, status, ms, error, websiteId, keyId, paymentId, isHealthCheck, isShed }) => {
      const line = {
        method,
        route,
        status,
        ms: Math.round(ms * 1000) / 1000,
        error,
        website_id: websiteId,
        key_id: keyId,
        transaction_id: paymentId?.toString(),
      };
      // These requests are too many for a line each at the usual level.
      if (isHealthCheck || isShed) log.debug(line, 'request');
      else log.info(line, 'request');
    };
  },
  // The line of the request has the outcome.
  commit: () => () => {},
  providerCall:
    ({ provider, operation, transactionId }, log) =>
    ({ statusCode, error, refusal, ms }) => {
      const line = {
        provider,
        operation,
        transaction_id: transactionId?.toString(),
        status_code: statusCode,
        error: error ?? undefined,
        refusal,
        duration_ms: Math.round(ms),
      };
      if (error === null && refusal === undefined && (statusCode ?? 500) < 500) log.info(line, 'provider call');
      else log.warn(line, 'provider call');
    },
  deliveryAttempt:
    ({ deliveryId, transactionId, websiteId, event, attempt }, log) =>
    ({ host, statusCode, error, ms, outcome, nextInSeconds }) => {
      const line = {
        delivery_id: deliveryId,
        transaction_id: String(transactionId),
        website_id: websiteId,
        event,
        attempt,
        host,
        status_code: statusCode,
        error: error ?? undefined,
        ms,
        outcome,
        next_in_s: nextInSeconds,
      };
      // An operator has to resend these deliveries. Other outcomes need no action.
      if (GIVEN_UP.includes(outcome)) log.warn(line, 'delivery attempt');
      else log.info(line, 'delivery attempt');
    },
  // A job runs every few seconds or more often, so only a failed round gets a line.
  jobRun:
    ({ name }, log) =>
    ({ error }) => {
      if (error !== undefined) log.error({ err: error }, `a round of ${name} failed; it is retried`);
    },
  // The request, verification or attempt that moved the payment has its own line.
  paymentMoved: () => {},
  paymentsWritten: () => {},
  // Too many for a line each: a metric counts them.
  requestLinesDropped: () => {},
};
