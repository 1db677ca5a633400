import { type Http, type HttpRequest, type HttpResponse, NoResponse } from '../lib/http.ts';
import type { Log } from '../lib/log.ts';
import type { ProviderCallStart } from '../lib/telemetry.ts';
import { ProviderUnavailable } from './provider.ts';
import type { ProviderTelemetry } from './provider-deps.ts';
import { type KeptExchange, tellExchange } from './tell-exchange.ts';

/**
 * Makes one call to a provider and tells telemetry of it: never a header or a body, which hold credentials and personal
 * data. With `kept` the history of its payment is told as well, of the bodies what may be kept. Throws ProviderUnavailable when no
 * whole response came; any status is a response.
 */
export async function callProvider(
  { http, telemetry, log }: { http: Http; telemetry: ProviderTelemetry; log: Log },
  call: ProviderCallStart,
  request: HttpRequest,
  kept?: KeptExchange,
): Promise<HttpResponse> {
  const startedMs = performance.now();
  const tell = telemetry.providerCall(call, log);
  const end = (response: HttpResponse | undefined, error: string | null) => {
    const ms = performance.now() - startedMs;
    tell({ statusCode: response?.status ?? null, error, ms });
    if (kept) tellExchange({ telemetry, log }, call, kept, { request, response, error, ms });
  };
  try {
    const response = await http(request);
    end(response, null);
    return response;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    end(undefined, error.message);
    throw new ProviderUnavailable(`${call.provider} ${call.operation}: ${error.message}`, { cause: error });
  }
}
