import type { Mode, WebhookEvent } from './types.js';
/** The body as it was received, not parsed. */
export type RawBody = string | Uint8Array | ArrayBuffer;
export type WebhookHeaders = {
 get(name: string): string | null;
} | {
 readonly [name: string]: string | readonly string[] | undefined;
};
export interface VerifyOptions {
 /** Which webhooks this server accepts: `live` where you fulfil orders, `test` where you develop. Others are rejected. */
 readonly mode: Mode;
 /** Rejects events that are older. By default no event is too old: for three days, retries have the timestamp of the first attempt. */
 readonly toleranceSeconds?: number | undefined;
 readonly now?: Date | undefined;
}
/**
* Returns the event of a webhook that is signed with `secret` (a `whsec_…`, or a list of the old and the new one) and has the mode that you
* expect. Throws `WebhookSignatureError`, whose `reason` says why the webhook must not be trusted.
*/
export declare function verify(rawBody: RawBody, headers: WebhookHeaders, secret: string | readonly string[] | undefined, options: VerifyOptions): Promise<WebhookEvent>;
/** The headers of a webhook with this body, for tests of your handler. */
export declare function sign(rawBody: RawBody, secret: string, { mode, timestamp }: {
 readonly mode: Mode;
 readonly timestamp?: number | undefined;
}): Promise<{
 [name: string]: string;
}>;
