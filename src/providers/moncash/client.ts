import type { Log } from '../../platform/log/log.ts';
import type { CallRefusal } from '../../platform/log/telemetry.ts';
import type { HttpResponse } from '../../platform/network/http.ts';
import { ProviderUnavailable } from '../provider.ts';
import { callProvider, refusalOf } from '../provider-call.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { MoncashSettings } from './settings.ts';
import { storedExchange } from './stored-exchange.ts';

const TIMEOUT_MS = 15_000;

interface MoncashCall {
  readonly operation:
    | 'CreatePayment'
    | 'RetrieveOrderPayment'
    | 'RetrieveTransactionPayment'
    | 'Transfert'
    | 'PrefundedTransactionStatus'
    | 'PrefundedBalance';
  /** The fields of the body; absent for a GET. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** For the log. */
  readonly paymentId?: number | undefined;
}

/**
 * Makes a call to MonCash's REST API, and returns a response with any status but 401. Throws ProviderUnavailable when
 * there is none.
 */
export type MoncashApi = (call: MoncashCall, log: Log) => Promise<HttpResponse>;

/**
 * If a token expires during a call, it is replaced, and the call is repeated once. A call that was refused with 401 has
 * done nothing, so that is safe for every operation.
 */
export function moncashApi(
  settings: MoncashSettings,
  { http, telemetry }: Pick<ProviderDeps, 'http' | 'telemetry'>,
  tokens: AccessTokens,
  credentials: readonly string[],
): MoncashApi {
  const { apiUrl } = settings;
  const kept = storedExchange(settings);
  const send = ({ operation, fields, paymentId }: MoncashCall, token: string, log: Log, isLast: boolean) =>
    callProvider(
      { http, telemetry, log },
      { provider: 'moncash', operation, transactionId: paymentId },
      {
        method: fields ? 'POST' : 'GET',
        url: `${apiUrl}/v1/${operation}`,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(fields && { 'content-type': 'application/json' }),
        },
        ...(fields && { body: JSON.stringify(fields) }),
        timeoutMs: TIMEOUT_MS,
      },
      { kept, credentials, judge: (response) => refusalOfBearer(response, isLast) },
    );
  return async (call, log) => {
    const token = await tokens.get(log);
    const response = await send(call, token, log, false);
    if (response.status !== 401) return response;
    tokens.drop(token);
    const newToken = await tokens.get(log);
    const second = await send(call, newToken, log, true);
    if (second.status !== 401) return second;
    tokens.drop(newToken);
    // The message does not quote the response, which contains the token.
    throw new ProviderUnavailable(`moncash ${call.operation}: a new access token was refused as well (401)`, {
      why: 'credentials',
    });
  };
}

/**
 * A token may expire during a call: the credentials are only at fault when a new token is rejected too. A 403 is about
 * the payment.
 */
function refusalOfBearer(response: HttpResponse, isLast: boolean): CallRefusal | undefined {
  if (response.status === 401) return isLast ? 'credentials' : 'unusable';
  return response.status === 403 ? 'unusable' : refusalOf(response);
}
