import type { Mode, WebhookEvent } from './types.js';
/** The body as it came, not parsed. */
export type RawBody = string | Uint8Array | ArrayBuffer;
export type WebhookHeaders = {
 get(name: string): string | null;
} | {
 readonly [name: string]: string | readonly string[] | undefined;
};
export interface VerifyOptions {
 /** Which webhooks this server takes: `live` where orders are delivered, `test` where you develop. Others are refused. */
 readonly mode: Mode;
 /** Refuses events that are older. Without it, no event is too old: retries keep the first timestamp for three days. */
 readonly toleranceSeconds?: number | undefined;
 readonly now?: Date | undefined;
}
/**
* Returns the event of a webhook that is signed with `secret`, a `whsec_…` or the old and the new one, and is of the mode that you expect.
* Throws `WebhookSignatureError`, whose `reason` says why it must not be trusted.
*/
export declare function verify(rawBody: RawBody, headers: WebhookHeaders, secret: string | readonly string[] | undefined, options: VerifyOptions): Promise<WebhookEvent>;
/** The headers of a webhook with this body, for tests of your handler. */
export declare function sign(rawBody: RawBody, secret: string, { mode, timestamp }: {
 readonly mode: Mode;
 readonly timestamp?: number | undefined;
}): Promise<{
 [name: string]: string;
}>;
