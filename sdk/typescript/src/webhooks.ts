import { WebhookSignatureError } from './errors.ts';
import { parseJson } from './failures.ts';
import { checkMode, MOST_WEBHOOK_BYTES, readSecrets } from './settings.ts';
import type { Mode, WebhookEvent } from './types.ts';

/** The body as it was received, not parsed. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyOptions {
  /** Which webhooks this server accepts: `live` where you fulfil orders, `test` where you develop. Others are rejected. */
  readonly mode: Mode;
  /** Rejects events that are older. By default no event is too old: for three days, retries have the timestamp of the first attempt. */
  readonly toleranceSeconds?: number | undefined;
  readonly now?: Date | undefined;
}

const SIGNATURE = 'X-Gateway-Signature';
const MODE = 'X-Gateway-Mode';
const encoder = new TextEncoder();

/**
 * Returns the event of a webhook that is signed with `secret` (a `whsec_…`, or a list of the old and the new one) and has the mode that you
 * expect. Throws `WebhookSignatureError`, whose `reason` says why the webhook must not be trusted.
 */
export async function verify(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[] | undefined,
  options: VerifyOptions,
): Promise<WebhookEvent> {
  const secrets = readSecrets(secret);
  checkMode(options?.mode);
  const body = toBytes(rawBody);
  if (body.length > MOST_WEBHOOK_BYTES) {
    throw new WebhookSignatureError('too_large', `The body has more than ${MOST_WEBHOOK_BYTES} bytes.`);
  }
  const signature = headerOf(headers, SIGNATURE);
  if (!signature) {
    throw new WebhookSignatureError(
      'missing_header',
      `The header ${SIGNATURE} is missing: the request is not from Peye, or a proxy removes the header.`,
    );
  }
  if (!(await isSigned(body, signature, secrets))) throw await refusal(body, signature, secrets);
  compareModes(headerOf(headers, MODE), options.mode);
  const event: WebhookEvent = jsonOf(body);
  if (typeof event?.event !== 'string' || typeof event.data !== 'object' || event.data === null) {
    throw new WebhookSignatureError('bad_signature', 'The signature is right, but the body is not an event.');
  }
  checkAge(event.timestamp, options);
  return event;
}

/** The headers of a webhook with this body, for tests of your handler. */
export async function sign(
  rawBody: RawBody,
  secret: string,
  { mode, timestamp }: { readonly mode: Mode; readonly timestamp?: number | undefined },
): Promise<{ [name: string]: string }> {
  checkMode(mode);
  const [only] = readSecrets(secret);
  const body = toBytes(rawBody);
  const { event, timestamp: own } = (jsonOf(body) ?? {}) as Partial<WebhookEvent>;
  const { subtle } = await webCrypto();
  const signed = await subtle.sign('HMAC', await keyOf(only!), body);
  const hex = Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    'Content-Type': 'application/json',
    'X-Gateway-Event': event ?? 'payment.success',
    'X-Gateway-Timestamp': String(timestamp ?? own ?? Math.floor(Date.now() / 1000)),
    [MODE]: mode,
    [SIGNATURE]: hex,
  };
}

function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return encoder.encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength) as Uint8Array<ArrayBuffer>;
  throw new WebhookSignatureError(
    'body_was_changed',
    'A framework has parsed the body, but the signature covers its raw bytes. Use the handlers of @peye/sdk, or: express.raw({ type: "*/*" }); in Fastify ' +
      'addContentTypeParser with parseAs: "buffer"; in Hono c.req.text(); in Next request.text().',
  );
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers?.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

async function isSigned(
  body: Uint8Array<ArrayBuffer>,
  signature: string,
  secrets: readonly string[],
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const { subtle } = await webCrypto();
  const judged = await Promise.all(
    secrets.map(async (secret) => subtle.verify('HMAC', await keyOf(secret), bytes, body)),
  );
  return judged.includes(true);
}

function compareModes(given: string | undefined, expected: Mode): void {
  if (given === expected) return;
  if (!given) {
    throw new WebhookSignatureError(
      'missing_header',
      `The header ${MODE} is missing: a proxy removes it, or it was not passed on. Without it an event of a test payment cannot be distinguished from a live one.`,
    );
  }
  throw new WebhookSignatureError(
    'wrong_mode',
    given === 'test'
      ? 'This is an event of a test payment, for which no money moved, and this server expects events of live payments.'
      : `This is a ${JSON.stringify(given)} event, and this server expects events of test payments.`,
  );
}

/** The likely cause: when a body was parsed and serialized again with other whitespace, the signature matches its compact form. */
async function refusal(body: Uint8Array<ArrayBuffer>, signature: string, secrets: readonly string[]) {
  const json = jsonOf(body);
  if (json !== undefined && (await isSigned(encoder.encode(JSON.stringify(json)), signature, secrets))) {
    return new WebhookSignatureError(
      'body_was_changed',
      'The body was parsed and serialized again, with other whitespace: verify the raw bytes.',
    );
  }
  return new WebhookSignatureError(
    'bad_signature',
    'The signature does not match: the secret belongs to another website or was rotated, or a framework has changed the body.',
  );
}

function checkAge(timestamp: number, { toleranceSeconds, now = new Date() }: VerifyOptions): void {
  if (toleranceSeconds === undefined) return;
  const age = Math.round(now.getTime() / 1000 - timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookSignatureError(
    'too_old',
    `The event is ${age} s old, and toleranceSeconds is ${toleranceSeconds}. Compare your clock with the gateway's. Retries from Peye may be three days old.`,
  );
}

function jsonOf(body: Uint8Array) {
  return parseJson(new TextDecoder().decode(body));
}

async function keyOf(secret: string) {
  const { subtle } = await webCrypto();
  return subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** Node 18 has Web Crypto only in a module. The module's name is joined here, so that bundlers for other runtimes do not look for it. */
async function webCrypto(): Promise<typeof globalThis.crypto> {
  if (globalThis.crypto?.subtle) return globalThis.crypto;
  const module = ['node', 'crypto'].join(':');
  return (await import(module)).webcrypto;
}
