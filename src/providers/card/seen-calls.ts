import { AsyncLocalStorage } from 'node:async_hooks';
import type { Http, HttpRequest, HttpResponse } from '../../platform/network/http.ts';

/** The traffic of one call of Stripe's library. */
export interface SeenCall {
  request?: HttpRequest;
  response?: HttpResponse;
}

/** Shows a caller of Stripe's library its requests and responses: the library itself hides both. */
export interface SeenCalls {
  /** The HTTP client for Stripe's library. */
  readonly http: Http;
  /** Runs one call, and records its requests and responses in `seen`. */
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
