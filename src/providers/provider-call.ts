import type { Log } from '../platform/log/log.ts';
import type { CallRefusal, ProviderCallStart } from '../platform/log/telemetry.ts';
import { type Http, type HttpRequest, type HttpResponse, NoResponse } from '../platform/network/http.ts';
import { parseObject } from '../platform/text/json-object.ts';
import { ProviderUnavailable } from './provider.ts';
import type { ProviderTelemetry } from './provider-deps.ts';
import { reportExchange, type StoredExchange } from './report-exchange.ts';

interface CallRules {
  /** With it, the call is also recorded in the payment's history, with the fields that may be stored. */
  readonly kept?: StoredExchange;
  /** The names of the settings with this call's credentials: the log names them when the provider rejects these. */
  readonly credentials: readonly string[];
  /** What a response means for the call; `refusalOf` when absent. */
  readonly judge?: (response: HttpResponse) => CallRefusal | undefined;
}

/**
 * Makes one call to a provider and reports it to telemetry: never a header or a body, which contain credentials and
 * personal data. Throws ProviderUnavailable when no whole response came; any status is a response.
 */
export async function callProvider(
  { http, telemetry, log }: { http: Http; telemetry: ProviderTelemetry; log: Log },
  call: ProviderCallStart,
  request: HttpRequest,
  { kept, credentials, judge = refusalOf }: CallRules,
): Promise<HttpResponse> {
  const startedMs = performance.now();
  const report = telemetry.providerCall(call, log);
  const end = (response: HttpResponse | undefined, error: string | null) => {
    const ms = performance.now() - startedMs;
    const refusal = response && judge(response);
    report({ statusCode: response?.status ?? null, error, refusal, ms });
    if (refusal === 'credentials') logRejected(log, call, credentials);
    if (kept) reportExchange({ telemetry, log }, call, kept, { request, response, error, ms });
  };
  try {
    const response = await http(request);
    end(response, null);
    return response;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    end(undefined, error.message);
    throw new ProviderUnavailable(`${call.provider} ${call.operation}: ${error.message}`, {
      cause: error,
      why: 'silent',
    });
  }
}

/** Why a response is unusable, by the convention of most providers: its status, or a body that is no JSON object. */
export function refusalOf({ status, text }: HttpResponse): CallRefusal | undefined {
  if (status === 401 || status === 403) return 'credentials';
  return status >= 500 || parseObject(text) === undefined ? 'unusable' : undefined;
}

/** Logs the names of the settings that the provider rejects, never their values. */
export function logRejected(
  log: Log,
  { provider, operation, transactionId }: ProviderCallStart,
  credentials: readonly string[],
): void {
  const subject = transactionId === undefined ? {} : { transaction_id: String(transactionId) };
  const settings = credentials.join(', ');
  log.error(
    { provider, operation, ...subject, settings },
    `${provider} rejected the gateway's credentials: check ${settings}, then run \`peye doctor\``,
  );
}
