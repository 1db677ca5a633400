import { ASKED_METHODS, type Telemetry } from '../platform/log/telemetry.ts';
import type { Meters } from './meters.ts';

/** Counts and measures all telemetry. Labels are our own words: no text of unauthenticated clients, and nothing that identifies anyone. */
export function meterTelemetry(meters: Meters): Telemetry {
  return {
    request:
      ({ method }) =>
      ({ route, status, ms, error, isShed }) => {
        meters.request(ms / 1000, ASKED_METHODS.includes(method) ? method : 'other', route, String(status));
        if (error !== undefined) meters.refused(route, error);
        if (isShed) meters.shed();
      },
    commit: () => () => {},
    providerCall:
      ({ provider, operation }) =>
      ({ statusCode, error, refusal, ms }) => {
        const isOk = error === null && refusal === undefined && (statusCode ?? 500) < 500;
        const result = isOk ? 'ok' : statusCode === null ? 'no_response' : 'refused';
        meters.providerCall(ms / 1000, provider, operation, result);
        if (refusal === 'credentials') meters.credentialsRejected(provider);
      },
    deliveryAttempt:
      () =>
      ({ ms, outcome, lagSeconds }) => {
        meters.deliveryAttempt(ms / 1000, outcome);
        if (lagSeconds !== undefined) meters.deliveryLag(Math.max(0, lagSeconds));
      },
    jobRun:
      ({ name }) =>
      ({ ms, error }) =>
        meters.job(ms / 1000, name, error === undefined ? 'ok' : 'failed'),
    paymentMoved({ method, mode, status, reason = '', seconds }) {
      meters.payment(method, mode, status, reason);
      if (seconds !== undefined) meters.final(Math.max(0, seconds), method, mode, status);
    },
    paymentsWritten: (count) => meters.commitGroup(count),
    requestLinesDropped: (dropped) => meters.requestLinesDropped(dropped),
  };
}
