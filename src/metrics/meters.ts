import { FAILURE_REASONS, MODES, PAYMENT_METHODS, PAYMENT_STATUSES } from '../core/payment.ts';
import { DELIVERY_STATUSES } from '../features/webhooks/store/delivery-table.ts';
import { ASKED_METHODS, type Telemetry } from '../platform/log/telemetry.ts';
import { type Labels, tallies } from './tallies.ts';

/** Seconds. From the duration of a read to the longest wait of a client. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds. Providers take longer, and calls time out after less than a minute. */
const PROVIDER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60];
/** Seconds. From an event to its delivery: the schedule lasts for days. */
const LAG_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200, 43_200, 86_400];
/** Seconds. From a payment's creation to its final status. */
const FINAL_SECONDS = [0.1, 1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 86_400];
/** Seconds. A round of most jobs takes milliseconds. */
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60];
/** Payments that were written in one commit. */
const GROUP_SIZES = [1, 2, 5, 10, 25, 50, 100, 200];

type CallResult = 'ok' | 'refused' | 'no_response';
type RoundResult = 'ok' | 'failed';
/** Named as in telemetry. */
const PROVIDERS = ['moncash', 'natcash', 'lakaypay_card', 'stripe'];
const CALL_RESULTS: readonly CallResult[] = ['ok', 'refused', 'no_response'];
const ROUND_RESULTS: readonly RoundResult[] = ['ok', 'failed'];

/** The metrics that a process counts and measures as events happen. */
export type Meters = ReturnType<typeof gatewayMeters>;

/** Creates these metrics. Metrics that are read at a scrape are in gauges.ts. */
export function gatewayMeters() {
  const { count, observe, readers } = tallies();
  const request = observe(
    {
      name: 'peye_http_request_duration_seconds',
      help: 'Time until the response was sent, by route and status.',
      labels: ['method', 'route', 'status'],
    },
    REQUEST_SECONDS,
  );
  const refused = count({
    name: 'peye_http_errors_total',
    help: 'Error responses, by code.',
    labels: ['route', 'code'],
  });
  const shed = count({
    name: 'peye_http_shed_total',
    help: 'Requests refused because the process was overloaded.',
  });
  const payment = count(
    {
      name: 'peye_payments_total',
      help: 'Payments that reached a status; failed ones by reason.',
      labels: ['method', 'mode', 'status', 'reason'],
    },
    everyMove(),
  );
  const final = observe(
    {
      name: 'peye_payment_final_seconds',
      help: 'Time from the creation of a payment to its final status.',
      labels: ['method', 'mode', 'status'],
    },
    FINAL_SECONDS,
  );
  const providerCall = observe(
    {
      name: 'peye_provider_call_duration_seconds',
      help: 'Calls to providers. ok: a usable response. refused: an error, rejected credentials or an unreadable body. no_response: none.',
      labels: ['provider', 'operation', 'result'],
    },
    PROVIDER_SECONDS,
    { alongside: ([provider = '', operation = '']) => CALL_RESULTS.map((result) => [provider, operation, result]) },
  );
  const credentialsRejected = count(
    {
      name: 'peye_provider_credentials_rejected_total',
      help: "Calls that a provider rejected because of the gateway's credentials.",
      labels: ['provider'],
    },
    PROVIDERS.map((provider) => [provider]),
  );
  const deliveryAttempt = observe(
    {
      name: 'peye_delivery_attempt_duration_seconds',
      help: 'Webhook attempts, by the status of the delivery afterwards.',
      labels: ['outcome'],
    },
    PROVIDER_SECONDS,
    { known: DELIVERY_STATUSES.map((status) => [status]) },
  );
  const deliveryLag = observe(
    { name: 'peye_delivery_lag_seconds', help: 'Time from an event to its delivery, for delivered webhooks.' },
    LAG_SECONDS,
  );
  const job = observe(
    {
      name: 'peye_job_duration_seconds',
      help: 'Rounds of background jobs, by result.',
      labels: ['task', 'result'],
    },
    JOB_SECONDS,
    { alongside: ([name = '']) => ROUND_RESULTS.map((result) => [name, result]) },
  );
  const commitGroup = observe(
    { name: 'peye_commit_group_payments', help: 'Payments written in one commit.' },
    GROUP_SIZES,
  );
  const linesDropped = count({
    name: 'peye_request_log_dropped_total',
    help: 'Lines of the request log that were dropped.',
  });
  return {
    /** One reader for each metric. The comments below list the labels. */
    readers,
    /** Response times of requests, in seconds: method, route, status. */
    request,
    /** Route, code. */
    refused,
    shed,
    /** Method, mode, status, reason. */
    payment,
    /** Seconds to a payment's final status: method, mode, status. */
    final,
    providerCall: (seconds: number, provider: string, operation: string, result: CallResult) =>
      providerCall(seconds, provider, operation, result),
    /** Provider. */
    credentialsRejected,
    /** Seconds: outcome. */
    deliveryAttempt,
    deliveryLag,
    job: (seconds: number, name: string, result: RoundResult) => job(seconds, name, result),
    commitGroup,
    requestLinesDropped: (dropped: number) => {
      for (let i = 0; i < dropped; i++) linesDropped();
    },
  };
}

/** The labels of every combination in which a payment can reach a status. */
function everyMove(): Labels[] {
  return PAYMENT_METHODS.flatMap((method) =>
    MODES.flatMap((mode) =>
      PAYMENT_STATUSES.flatMap((status) =>
        (status === 'failed' ? FAILURE_REASONS : ['']).map((reason) => [method, mode, status, reason]),
      ),
    ),
  );
}

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
