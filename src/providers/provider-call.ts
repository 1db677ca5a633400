import { type Http, type HttpAnswer, type HttpRequest, NoAnswer } from '../lib/http.ts';
import type { Log } from '../lib/log.ts';
import type { ProviderCallStart, Telemetry } from '../lib/telemetry.ts';
import { ProviderSilent } from './provider.ts';

/**
 * Makes one call to a provider and tells telemetry of it: never a header or a body, which hold credentials and personal data.
 * Throws ProviderSilent when no whole answer came; any status is an answer.
 */
export async function callProvider(
  { http, telemetry, log }: { http: Http; telemetry: Pick<Telemetry, 'providerCall'>; log: Log },
  call: ProviderCallStart,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const startedMs = performance.now();
  const tell = telemetry.providerCall(call, log);
  try {
    const answer = await http(request);
    tell({ statusCode: answer.status, error: null, ms: performance.now() - startedMs });
    return answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    tell({ statusCode: null, error: error.message, ms: performance.now() - startedMs });
    throw new ProviderSilent(`${call.provider} ${call.operation}: ${error.message}`, { cause: error });
  }
}
