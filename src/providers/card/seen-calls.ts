import { AsyncLocalStorage } from 'node:async_hooks';
import type { Http, HttpRequest, HttpResponse } from '../../lib/http.ts';

/** What went over the line for one call of Stripe's library. */
export interface SeenCall {
  request?: HttpRequest;
  response?: HttpResponse;
}

/** Lets a caller of Stripe's library see what it sent and what came back: the library itself shows neither. */
export interface SeenCalls {
  /** For the library. */
  readonly http: Http;
  /** Runs one call, and notes in `seen` what it has sent and received. */
  readonly during: <T>(seen: SeenCall, call: () => Promise<T>) => Promise<T>;
}

export function seenCalls(http: Http): SeenCalls {
  const current = new AsyncLocalStorage<SeenCall>();
  return {
    async http(request) {
      const seen = current.getStore();
      if (seen) seen.request = request;
      const response = await http(request);
      if (seen) seen.response = response;
      return response;
    },
    during: (seen, call) => current.run(seen, call),
  };
}
