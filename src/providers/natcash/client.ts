import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CallRefusal } from '../../platform/log/telemetry.ts';
import type { HttpResponse } from '../../platform/network/http.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import { callProvider, refusalOf } from '../provider-call.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { NATCASH_CALL_CREDENTIALS, type NatcashSettings } from './settings.ts';
import { type OrderCall, signOrderCall } from './signatures.ts';
import { describeStatus, isRejection, isUnusable, remedyFor, SUCCESS } from './status-codes.ts';
import { storedExchange } from './stored-exchange.ts';

const PATHS = {
  credential: '/online-payment/credential',
  checkTransaction: '/online-payment/merchant/checkTransaction',
  cancelTrans: '/online-payment/merchant/cancel-trans',
};
export type Operation = keyof typeof PATHS;

/** NatCash's response: success when `status` is 0. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** How far NatCash's clock is ahead of ours, to the second, if its response shows it. */
  readonly clockAheadMs: number | undefined;
}

export interface ApiDeps extends Pick<ProviderDeps, 'clock' | 'http' | 'telemetry'> {
  readonly settings: NatcashSettings;
}

/** Queries an order, or cancels it: both calls have the same form. Throws ProviderUnavailable when no usable response came. */
export function callAboutOrder(
  deps: ApiDeps,
  log: Log,
  call: { operation: Operation; transactionId?: number | undefined; order: OrderCall },
): Promise<Reply> {
  const { partnerCode, username, password } = deps.settings;
  const signature = signOrderCall(deps.settings, call.order);
  return callNatcash(deps, log, call, { ...call.order, partnerCode, username, password, signature });
}

/**
 * One call to NatCash, never repeated. Throws ProviderUnavailable without a valid response: none at all, an error of
 * its server, or one without a status.
 */
export async function callNatcash(
  { settings, http, telemetry, clock }: ApiDeps,
  log: Log,
  { operation, transactionId }: { operation: Operation; transactionId?: number | undefined },
  body: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const response = await callProvider(
    { http, telemetry, log },
    { provider: 'natcash', operation, transactionId },
    {
      method: 'POST',
      url: settings.apiUrl + PATHS[operation],
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: settings.timeoutMs,
    },
    {
      kept: storedExchange(settings),
      credentials: NATCASH_CALL_CREDENTIALS,
      judge: (reply) => refusalOfReply(reply, operation),
    },
  );
  if (response.status === 401 || response.status === 403) {
    throw new ProviderUnavailable(`natcash ${operation}: the credentials are rejected (HTTP ${response.status})`, {
      why: 'credentials',
    });
  }
  const answered = parseObject(response.text);
  const status = readInteger(answered?.status);
  const isWorthless = response.status >= 500 || (response.status >= 300 && status === SUCCESS);
  if (isWorthless || !answered || status === undefined) {
    throw new ProviderUnavailable(`natcash ${operation}: HTTP ${response.status} without a valid response`);
  }
  return { status, body: answered, clockAheadMs: clockAheadMs(response, clock) };
}

/** NatCash rejects credentials, and reports its errors, in its own status with HTTP 200. */
function refusalOfReply(response: HttpResponse, operation: Operation): CallRefusal | undefined {
  const status = readInteger(parseObject(response.text)?.status);
  if (status !== undefined && isRejection(status)) return 'credentials';
  return refusalOf(response) ?? (status !== undefined && isUnusable(status, operation) ? 'unusable' : undefined);
}

/** The error for a query whose status says nothing about the payment. */
export function uselessReply(operation: Operation, status: number): ProviderUnavailable {
  return new ProviderUnavailable(`natcash ${operation}: ${describeStatus(status)}`, {
    why: isRejection(status) ? 'credentials' : 'unusable',
  });
}

/** Reports to the operator that NatCash refused a call: as an error when the gateway's configuration causes it. */
export function logRefusal(
  log: Log,
  { operation, transactionId }: { operation: Operation; transactionId?: number | undefined },
  { status, clockAheadMs }: Reply,
): void {
  const remedy = remedyFor(status);
  const line = {
    provider: 'natcash',
    operation,
    ...(transactionId !== undefined && { transaction_id: String(transactionId) }),
    natcash_status: status,
    ...(clockAheadMs !== undefined && { natcash_clock_ahead_ms: clockAheadMs }),
  };
  if (remedy) log.error(line, `NatCash responded with ${describeStatus(status)}. ${remedy}`);
  else log.warn(line, `NatCash responded with ${describeStatus(status)}`);
}

function clockAheadMs({ headers }: HttpResponse, clock: Clock): number | undefined {
  const atMs = Date.parse(String(headers.date));
  return Number.isNaN(atMs) ? undefined : Math.round((atMs - clock() / 1000) / 1000) * 1000;
}

/** A code that some responses have as a number and others as a text; undefined if it is not a whole number. */
export function readInteger(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
