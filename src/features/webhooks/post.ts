import type { Dispatcher } from 'undici';

/** A post ends after this time, even if the dispatcher's timeouts fail. */
const POST_TIMEOUT_MS = 20_000;
const BODY_TIMEOUT_MS = 2_000;
const BODY_LIMIT_BYTES = 64 * 1024;

/** The response. */
export interface Posted {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body within the size and time limits; the rest is cut off with the connection. */
  readonly body: Buffer;
}

/** The post took longer than POST_TIMEOUT_MS. */
export class PostTimeout extends Error {
  override readonly name = 'PostTimeout';
}

/**
 * Posts once. Only the status matters: a body that breaks off, takes too long or is too large changes nothing. Throws
 * PostTimeout, or errors of the dispatcher. It does not use undici's `request`, because it needs no streams.
 */
export function post(
  dispatcher: Dispatcher,
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let head: Omit<Posted, 'body'> | undefined;
    let started: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    const end = (error?: Error) => {
      clearTimeout(timer);
      if (head) resolve({ ...head, body: Buffer.concat(chunks) });
      else reject(error);
    };
    const abort = (error: Error) => {
      failure = error;
      end(error);
      started?.abort(error);
    };
    let timer = setTimeout(() => abort(new PostTimeout()), POST_TIMEOUT_MS).unref();
    const options = { origin: url.origin, path: url.pathname + url.search, method: 'POST' as const, headers, body };
    dispatcher.dispatch(options, {
      onRequestStart(controller) {
        started = controller;
        // The post was aborted before a connection existed: nothing is sent.
        if (failure) controller.abort(failure);
      },
      onResponseStart(_, statusCode, responseHeaders) {
        // An informational response (1xx) does not count.
        if (statusCode < 200) return;
        head = { statusCode, headers: responseHeaders };
        clearTimeout(timer);
        timer = setTimeout(() => abort(new PostTimeout()), BODY_TIMEOUT_MS).unref();
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= BODY_LIMIT_BYTES) abort(new Error('the body of the response is too large'));
      },
      onResponseEnd: () => end(),
      onResponseError: (_, error) => end(error),
    });
  });
}
