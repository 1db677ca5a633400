import type { LookupFunction } from 'node:net';
import { type Back, type Failure, type NetworkRequest, theNetwork } from '../world/network.ts';

interface AgentOptions {
  readonly headersTimeout?: number;
  readonly connect?: { readonly lookup?: LookupFunction };
}

interface Request {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly signal?: AbortSignal;
}

interface Controller {
  abort(error: Error): void;
}

/** The callbacks of `dispatch`: the part of undici's handler that the source uses. */
interface Handler {
  onRequestStart(controller: Controller, context: undefined): void;
  onResponseStart(controller: Controller, status: number, headers: Record<string, string>): void;
  onResponseData(controller: Controller, chunk: Buffer): void;
  onResponseEnd(controller: Controller, trailers: object): void;
  onResponseError(controller: Controller, error: Error): void;
}

const HEADERS_TIMEOUT_MS = 300_000;

/** undici's Agent, as far as the source uses it, on the simulated network. Names are resolved as its options say. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #breakOff = new Set<(error: Error) => void>();

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  request(request: Request) {
    return new Promise((resolve, reject) => {
      const { signal } = request;
      const end = this.#once(reject);
      signal?.addEventListener('abort', () => end(() => reject(signal.reason)));
      this.#send(
        request,
        ({ status, headers, text }) => end(() => resolve({ statusCode: status, headers, body: bodyOf(text) })),
        (error) => end(() => reject(error)),
      );
    });
  }

  dispatch(request: Request, handler: Handler): boolean {
    const failed = (error: Error) => handler.onResponseError(controller, error);
    const end = this.#once(failed);
    const controller: Controller = { abort: (error) => end(() => failed(error)) };
    handler.onRequestStart(controller, undefined);
    const timer = setTimeout(
      () => end(() => failed(Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' }))),
      this.#options.headersTimeout ?? HEADERS_TIMEOUT_MS,
    );
    this.#send(
      request,
      ({ status, headers, text }) =>
        end(() => {
          clearTimeout(timer);
          handler.onResponseStart(controller, status, headers);
          handler.onResponseData(controller, Buffer.from(text));
          handler.onResponseEnd(controller, {});
        }),
      (error) =>
        end(() => {
          clearTimeout(timer);
          failed(error);
        }),
    );
    return true;
  }

  async destroy(): Promise<void> {
    const error = Object.assign(new Error('The client is destroyed'), { code: 'UND_ERR_DESTROYED' });
    for (const fail of [...this.#breakOff]) fail(error);
  }

  close(): Promise<void> {
    return this.destroy();
  }

  /** A request may end in several ways: only the first end counts. */
  #once(fail: (error: Error) => void): (settle: () => void) => void {
    const breakOff = (error: Error) => end(() => fail(error));
    this.#breakOff.add(breakOff);
    const end = (settle: () => void) => {
      if (this.#breakOff.delete(breakOff)) settle();
    };
    return end;
  }

  #send(
    request: Request,
    onBack: (back: Back & { kind: 'response' }) => void,
    onFailure: (failure: Failure) => void,
  ): void {
    const { host, hostname } = new URL(request.origin);
    const { origin, method, path, headers } = request;
    const sent: NetworkRequest = { origin, host, method, path, headers, body: String(request.body ?? '') };
    const connect = () => theNetwork().send(sent, onBack, onFailure);
    const lookup = this.#options.connect?.lookup;
    if (!lookup) {
      connect();
      return;
    }
    lookup(hostname, { all: true }, (error) => {
      if (error) onFailure(error as Failure);
      else connect();
    });
  }
}

/** A body as the source reads it: in one piece. */
function bodyOf(text: string) {
  const body = {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text);
    },
    on: () => body,
    destroy: () => body,
  };
  return body;
}
