import { WebhookSignatureError } from './errors.ts';
import { readSecrets } from './settings.ts';
import type { WebhookEvent } from './types.ts';
import { type RawBody, type VerifyOptions, verify, type WebhookHeaders } from './webhooks.ts';

export interface WebhookHandlerOptions extends VerifyOptions {
  /** `whsec_…`, or the old and the new one. */
  readonly secret: string | readonly string[] | undefined;
  /** Store it quickly, once for each `data.transaction_id` and `event`: it can come again, and does when this throws. */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /** Told why one was not accepted; else `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** No event is as large. */
const MOST_BYTES = 1024 * 1024;

/** What all handlers do: verify, hand over, answer. The gateway keeps the text in its log of the delivery. */
function prepare(options: WebhookHandlerOptions) {
  const secrets = readSecrets(options.secret);
  const { onEvent, onError = console.error } = options;
  return async (rawBody: unknown, headers: object): Promise<{ status: number; text: string }> => {
    try {
      await onEvent(await verify(rawBody as RawBody, headers as WebhookHeaders, secrets, options));
      return { status: 204, text: '' };
    } catch (error) {
      onError(error);
      if (error instanceof WebhookSignatureError) return { status: 400, text: error.message };
      return { status: 500, text: 'The handler failed.' };
    }
  };
}

/** `export const POST = nextWebhook({ secret, onEvent })`. For Deno, Bun and Workers too. */
export function nextWebhook(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  const handle = prepare(options);
  return async (request) => {
    const { status, text } = await handle(await request.arrayBuffer(), request.headers);
    return new Response(text || null, { status });
  };
}

/** `app.post('/webhooks', honoWebhook({ secret, onEvent }))` */
export function honoWebhook(
  options: WebhookHandlerOptions,
): (c: { req: { arrayBuffer(): Promise<ArrayBuffer>; raw: { headers: Headers } } }) => Promise<Response> {
  const handle = nextWebhook(options);
  // Middleware may have read the body before: Hono keeps it.
  return ({ req }) => handle({ arrayBuffer: () => req.arrayBuffer(), headers: req.raw.headers } as Request);
}

/** What is used of a request. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: object;
  readonly readableDidRead?: boolean;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** `app.post('/webhooks', expressWebhook({ secret, onEvent }))`, before `express.json()`. For `node:http` too. */
export function expressWebhook(
  options: WebhookHandlerOptions,
): (request: NodeRequest, response: { statusCode: number; end(text?: string): unknown }) => Promise<void> {
  const handle = prepare(options);
  return async (request, response) => {
    const body = request.readableDidRead ? (request.rawBody ?? request.body) : await readBody(request);
    const { status, text } = await handle(body, request.headers);
    response.statusCode = status;
    response.end(text);
  };
}

/** What is too large is read, so that it can be answered, but not kept: it has no signature that matches. */
async function readBody(request: NodeRequest): Promise<Uint8Array> {
  const body: number[] = [];
  for await (const chunk of request) {
    if (body.length < MOST_BYTES) for (const byte of chunk) body.push(byte);
  }
  return Uint8Array.from(body);
}

interface FastifyReplyLike {
  code(status: number): { send(text?: string): unknown };
}

interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: Fastify's own types cannot be asked for here
  addContentTypeParser(type: string, options: object, parse: any): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: Fastify's own types cannot be asked for here
  post(path: string, handler: any): unknown;
}

/** `app.register(fastifyWebhook, { path: '/webhooks', secret, onEvent })`. Other routes parse as before. */
export async function fastifyWebhook(
  app: FastifyLike,
  options: WebhookHandlerOptions & { readonly path: string },
): Promise<void> {
  const handle = prepare(options);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    (_request: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, body),
  );
  app.post(options.path, async (request: { body: unknown; headers: object }, reply: FastifyReplyLike) => {
    const { status, text } = await handle(request.body ?? '', request.headers);
    return reply.code(status).send(text || undefined);
  });
}
