import { type Http, type HttpRequest, type HttpResponse, NoResponse } from '../lib/http.ts';
import type { Log } from '../lib/log.ts';
import type { ProviderCallStart, Telemetry } from '../lib/telemetry.ts';
import { ProviderUnavailable } from './provider.ts';

/**
 * Makes one call to a provider and tells telemetry of it: never a header or a body, which hold credentials and personal
 * data. Throws ProviderUnavailable when no whole response came; any status is a response.
 */
export async function callProvider(
  { http, telemetry, log }: { http: Http; telemetry: Pick<Telemetry, 'providerCall'>; log: Log },
  call: ProviderCallStart,
  request: HttpRequest,
): Promise<HttpResponse> {
  const startedMs = performance.now();
  const tell = telemetry.providerCall(call, log);
  try {
    const response = await http(request);
    tell({ statusCode: response.status, error: null, ms: performance.now() - startedMs });
    return response;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    tell({ statusCode: null, error: error.message, ms: performance.now() - startedMs });
    throw new ProviderUnavailable(`${call.provider} ${call.operation}: ${error.message}`, { cause: error });
  }
}
