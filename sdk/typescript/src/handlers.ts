import { WebhookSignatureError } from './errors.ts';
import { readBounded, readBoundedStream, within } from './read-bounded.ts';
import { checkMode, MOST_WEBHOOK_BYTES, readSecrets } from './settings.ts';
import type { WebhookEvent } from './types.ts';
import { type RawBody, type VerifyOptions, verify, type WebhookHeaders } from './webhooks.ts';

export interface WebhookHandlerOptions extends VerifyOptions {
  /** `whsec_…`; while you rotate it, a list of the old and the new secret. */
  readonly secret: string | readonly string[] | undefined;
  /** Store the event quickly, once for each `data.transaction_id` and `event`: Peye may send it again, and does so when this throws. */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /**
   * Called with the error when a webhook is not accepted or `onEvent` throws; by default `console.error`. Errors of `onError` itself are
   * logged.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

interface HandlerResponse {
  readonly status: 204 | 400 | 413 | 500;
  /** The gateway stores this text in its log of the delivery. */
  readonly text: string;
}

/**
 * The part that all handlers share: read, verify, call `onEvent`, respond. The returned function never rejects, whatever happens to the request or in
 * the merchant's own functions: Express 4 and `node:http` leave a rejected promise to the process, which then ends.
 */
function prepare(options: WebhookHandlerOptions) {
  const secrets = readSecrets(options.secret);
  checkMode(options.mode);
  const { onEvent, onError = console.error } = options;
  const report = async (error: unknown) => {
    try {
      await onError(error);
    } catch (failure) {
      console.error('onError failed:', failure);
    }
  };
  /** `readBody` gives undefined for more than `MOST_WEBHOOK_BYTES`. */
  return async (readBody: () => unknown, headers: object): Promise<HandlerResponse> => {
    let event: WebhookEvent;
    try {
      const body = await readBody();
      if (body === TOO_LARGE)
        throw new WebhookSignatureError('too_large', `The body has more than ${MOST_WEBHOOK_BYTES} bytes.`);
      event = await verify(body as RawBody, headers as WebhookHeaders, secrets, options);
    } catch (error) {
      await report(error);
      const isRefused = error instanceof WebhookSignatureError;
      return {
        status: isRefused && error.reason === 'too_large' ? 413 : 400,
        text: isRefused ? error.message : 'The body could not be read.',
      };
    }
    try {
      await onEvent(event);
      return { status: 204, text: '' };
    } catch (error) {
      await report(error);
      return { status: 500, text: 'The handler failed.' };
    }
  };
}

const TOO_LARGE = Symbol('too large');

/** The runtime's own class where its type is known, so that this package needs no types of a runtime. */
type Known<Name extends string, Else> = typeof globalThis extends { [name in Name]: { prototype: infer Own } }
  ? Own
  : Else;
/** The members of a request that are used. */
interface WebRequest {
  readonly headers: { get(name: string): string | null };
  // biome-ignore lint/suspicious/noExplicitAny: a stream of bytes, which each runtime types in its own way
  readonly body?: any;
  arrayBuffer(): Promise<ArrayBuffer>;
}
type WebResponse = Known<'Response', { readonly status: number; text(): Promise<string> }>;

/** `export const POST = nextWebhook({ secret, mode, onEvent })`. For Deno, Bun and Workers too. */
export function nextWebhook(options: WebhookHandlerOptions): (request: WebRequest) => Promise<WebResponse> {
  const handle = prepare(options);
  return async (request) => {
    const { status, text } = await handle(
      async () => (await readBounded(request, MOST_WEBHOOK_BYTES)) ?? TOO_LARGE,
      request.headers,
    );
    return new Response(text || null, { status }) as WebResponse;
  };
}

/** The members of Hono's context that are used. */
interface HonoContext {
  readonly req: { arrayBuffer(): Promise<ArrayBuffer>; readonly raw: WebRequest & { readonly bodyUsed?: boolean } };
}

/** `app.post('/webhooks', honoWebhook({ secret, mode, onEvent }))` */
export function honoWebhook(options: WebhookHandlerOptions): (c: HonoContext) => Promise<WebResponse> {
  const handle = nextWebhook(options);
  return ({ req }) => {
    const { headers, body, bodyUsed } = req.raw;
    // Middleware may have read the body already: Hono then has it in memory.
    return handle({ headers, body: bodyUsed ? null : body, arrayBuffer: () => req.arrayBuffer() });
  };
}

/** The members of a request that are used. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: object;
  readonly readableDidRead?: boolean;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** The members of a response that are used. */
interface NodeResponse {
  statusCode: number;
  setHeader?(name: string, value: string): unknown;
  end(text?: string): unknown;
}

/**
 * `app.post('/webhooks', expressWebhook({ secret, mode, onEvent }))`, before `express.json()`. For Express 4 and 5, and for `node:http`. The
 * promise never rejects.
 */
export function expressWebhook(
  options: WebhookHandlerOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const handle = prepare(options);
  return async (request, response) => {
    const readBody = async () => {
      if (!request.readableDidRead) return (await readBoundedStream(request, MOST_WEBHOOK_BYTES)) ?? TOO_LARGE;
      const read = request.rawBody ?? request.body;
      return read instanceof Uint8Array ? (within(read, MOST_WEBHOOK_BYTES) ?? TOO_LARGE) : read;
    };
    const { status, text } = await handle(readBody, request.headers);
    try {
      response.statusCode = status;
      // The rest of the body is not read.
      if (status === 413) response.setHeader?.('Connection', 'close');
      response.end(text);
    } catch (error) {
      console.error('The webhook was handled, but the response could not be sent:', error);
    }
  };
}

interface FastifyReplyLike {
  code(status: number): { send(text?: string): unknown };
}

interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: Fastify's own types cannot be imported here
  addContentTypeParser(type: string, options: object, parse: any): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: Fastify's own types cannot be imported here
  post(path: string, handler: any): unknown;
}

/** `app.register(fastifyWebhook, { path: '/webhooks', secret, mode, onEvent })`. Other routes parse as before. */
export async function fastifyWebhook(
  app: FastifyLike,
  options: WebhookHandlerOptions & { readonly path: string },
): Promise<void> {
  const handle = prepare(options);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MOST_WEBHOOK_BYTES },
    (_request: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, body),
  );
  app.post(options.path, async (request: { body: unknown; headers: object }, reply: FastifyReplyLike) => {
    const { status, text } = await handle(() => request.body ?? '', request.headers);
    return reply.code(status).send(text || undefined);
  });
}
