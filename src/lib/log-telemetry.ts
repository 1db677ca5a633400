import type { Telemetry } from './telemetry.ts';

/** What a delivery is that nobody tries again. */
const GIVEN_UP = ['exhausted', 'refused'];

/** One wide line for each thing that is over, in the log of the request or job it is a part of. Nothing personal is on it. */
export const logTelemetry: Telemetry = {
  request({ method }, log) {
    if (!log.isLevelEnabled('info')) return undefined;
    return ({ route, status, ms, error, websiteId, keyId, transactionId, isHealthCheck, isShed }) => {
      const line = {
        method,
        route,
        status,
        ms: Math.round(ms * 1000) / 1000,
        error,
        website_id: websiteId,
        key_id: keyId,
        transaction_id: transactionId,
      };
      // Not worth a line each.
      if (isHealthCheck || isShed) log.debug(line, 'request');
      else log.info(line, 'request');
    };
  },
  // The request says how it ended.
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
      // The others come to rest by themselves: this one, an operator sends again.
      if (GIVEN_UP.includes(outcome)) log.warn(line, 'delivery attempt');
      else log.info(line, 'delivery attempt');
    },
  // A job runs every few seconds or less: only a round that failed is worth a line.
  jobRun:
    ({ name }, log) =>
    ({ error }) => {
      if (error !== undefined) log.error({ err: error }, `a round of ${name} failed; it is tried again`);
    },
  // The request, the verification or the attempt that it is a part of has its line.
  paymentMoved: () => {},
  paymentsWritten: () => {},
};
