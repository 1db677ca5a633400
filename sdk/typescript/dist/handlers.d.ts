import type { WebhookEvent } from './types.js';
import { type VerifyOptions } from './webhooks.js';
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
/** The runtime's own class where its type is known, so that this package needs no types of a runtime. */
type Known<Name extends string, Else> = typeof globalThis extends {
 [name in Name]: {
  prototype: infer Own;
 };
} ? Own : Else;
/** The members of a request that are used. */
interface WebRequest {
 readonly headers: {
  get(name: string): string | null;
 };
 readonly body?: any;
 arrayBuffer(): Promise<ArrayBuffer>;
}
type WebResponse = Known<'Response', {
 readonly status: number;
 text(): Promise<string>;
}>;
/** `export const POST = nextWebhook({ secret, mode, onEvent })`. For Deno, Bun and Workers too. */
export declare function nextWebhook(options: WebhookHandlerOptions): (request: WebRequest) => Promise<WebResponse>;
/** The members of Hono's context that are used. */
interface HonoContext {
 readonly req: {
  arrayBuffer(): Promise<ArrayBuffer>;
  readonly raw: WebRequest & {
   readonly bodyUsed?: boolean;
  };
 };
}
/** `app.post('/webhooks', honoWebhook({ secret, mode, onEvent }))` */
export declare function honoWebhook(options: WebhookHandlerOptions): (c: HonoContext) => Promise<WebResponse>;
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
export declare function expressWebhook(options: WebhookHandlerOptions): (request: NodeRequest, response: NodeResponse) => Promise<void>;
interface FastifyLike {
 removeAllContentTypeParsers(): unknown;
 addContentTypeParser(type: string, options: object, parse: any): unknown;
 post(path: string, handler: any): unknown;
}
/** `app.register(fastifyWebhook, { path: '/webhooks', secret, mode, onEvent })`. Other routes parse as before. */
export declare function fastifyWebhook(app: FastifyLike, options: WebhookHandlerOptions & {
 readonly path: string;
}): Promise<void>;
export {};
