import { type Http, type HttpAnswer, type HttpRequest, NoAnswer } from '../lib/http.ts';
import type { Log } from '../lib/log.ts';
import { ProviderSilent } from './provider.ts';

export interface ProviderCall {
  readonly provider: string;
  /** The provider's name for what is asked, such as `CreatePayment`. */
  readonly operation: string;
  readonly transactionId?: number | undefined;
}

/**
 * Makes one call to a provider and leaves one line about it on the log: never a header or a body, which hold credentials and
 * personal data. Throws ProviderSilent when no whole answer came; any status is an answer.
 */
export async function callProvider(
  { http, log }: { http: Http; log: Log },
  call: ProviderCall,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const started = performance.now();
  try {
    const answer = await http(request);
    logProviderCall(log, call, { statusCode: answer.status, error: null, started });
    return answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    logProviderCall(log, call, { statusCode: null, error: error.message, started });
    throw new ProviderSilent(`${call.provider} ${call.operation}: ${error.message}`, { cause: error });
  }
}

/** The one line of a call; for calls that a provider's own library makes. `started` is a reading of performance.now(). */
export function logProviderCall(
  log: Log,
  { provider, operation, transactionId }: ProviderCall,
  result: { statusCode: number | null; error: string | null; started: number },
): void {
  const line = {
    provider,
    operation,
    ...(transactionId !== undefined && { transaction_id: String(transactionId) }),
    status_code: result.statusCode,
    ...(result.error !== null && { error: result.error }),
    duration_ms: Math.round(performance.now() - result.started),
  };
  if (result.error === null && (result.statusCode ?? 500) < 500) log.info(line, 'provider call');
  else log.warn(line, 'provider call');
}
