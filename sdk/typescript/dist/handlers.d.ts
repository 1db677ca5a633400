import type { WebhookEvent } from './types.js';
import { type VerifyOptions } from './webhooks.js';
export interface WebhookHandlerOptions extends VerifyOptions {
 /** `whsec_…`, or the old and the new one. */
 readonly secret: string | readonly string[] | undefined;
 /** Store it quickly, once for each `data.transaction_id` and `event`: it can come again, and does when this throws. */
 readonly onEvent: (event: WebhookEvent) => unknown;
 /** Told why one was not accepted; else `console.error`. */
 readonly onError?: ((error: unknown) => void) | undefined;
}
/** `export const POST = nextWebhook({ secret, onEvent })`. For Deno, Bun and Workers too. */
export declare function nextWebhook(options: WebhookHandlerOptions): (request: Request) => Promise<Response>;
/** `app.post('/webhooks', honoWebhook({ secret, onEvent }))` */
export declare function honoWebhook(options: WebhookHandlerOptions): (c: {
 req: {
  arrayBuffer(): Promise<ArrayBuffer>;
  raw: {
   headers: Headers;
  };
 };
}) => Promise<Response>;
/** What is used of a request. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
 readonly headers: object;
 readonly readableDidRead?: boolean;
 readonly body?: unknown;
 readonly rawBody?: unknown;
}
/** `app.post('/webhooks', expressWebhook({ secret, onEvent }))`, before `express.json()`. For `node:http` too. */
export declare function expressWebhook(options: WebhookHandlerOptions): (request: NodeRequest, response: {
 statusCode: number;
 end(text?: string): unknown;
}) => Promise<void>;
interface FastifyLike {
 removeAllContentTypeParsers(): unknown;
 addContentTypeParser(type: string, options: object, parse: any): unknown;
 post(path: string, handler: any): unknown;
}
/** `app.register(fastifyWebhook, { path: '/webhooks', secret, onEvent })`. Other routes parse as before. */
export declare function fastifyWebhook(app: FastifyLike, options: WebhookHandlerOptions & {
 readonly path: string;
}): Promise<void>;
export {};
