import { type Http, type HttpRequest, type HttpResponse, NoResponse } from '../lib/http.ts';
import { parseObject } from '../lib/json-object.ts';
import type { Log } from '../lib/log.ts';
import type { CallRefusal, ProviderCallStart } from '../lib/telemetry.ts';
import { ProviderUnavailable } from './provider.ts';
import type { ProviderTelemetry } from './provider-deps.ts';
import { type KeptExchange, tellExchange } from './tell-exchange.ts';

interface CallRules {
  /** With it the history of the payment is told as well, of the bodies what may be kept. */
  readonly kept?: KeptExchange;
  /** The names of the settings that hold the credentials of this call: the log says them when the provider rejects these. */
  readonly credentials: readonly string[];
  /** What a response means for the call; `refusalOf` when absent. */
  readonly judge?: (response: HttpResponse) => CallRefusal | undefined;
}

/**
 * Makes one call to a provider and tells telemetry of it: never a header or a body, which hold credentials and personal
 * data. Throws ProviderUnavailable when no whole response came; any status is a response.
 */
export async function callProvider(
  { http, telemetry, log }: { http: Http; telemetry: ProviderTelemetry; log: Log },
  call: ProviderCallStart,
  request: HttpRequest,
  { kept, credentials, judge = refusalOf }: CallRules,
): Promise<HttpResponse> {
  const startedMs = performance.now();
  const tell = telemetry.providerCall(call, log);
  const end = (response: HttpResponse | undefined, error: string | null) => {
    const ms = performance.now() - startedMs;
    const refusal = response && judge(response);
    tell({ statusCode: response?.status ?? null, error, refusal, ms });
    if (refusal === 'credentials') logRejected(log, call, credentials);
    if (kept) tellExchange({ telemetry, log }, call, kept, { request, response, error, ms });
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

/** Why a response is no use, as most providers say it: by its status, or by a body that is no JSON object. */
export function refusalOf({ status, text }: HttpResponse): CallRefusal | undefined {
  if (status === 401 || status === 403) return 'credentials';
  return status >= 500 || parseObject(text) === undefined ? 'unusable' : undefined;
}

/** Says which settings the provider does not accept, never what they hold. */
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
