import { WebhookSignatureError } from './errors.js';
import { parseJson } from './failures.js';
import { checkMode, MOST_WEBHOOK_BYTES, readSecrets } from './settings.js';

const SIGNATURE = 'X-Gateway-Signature';
const MODE = 'X-Gateway-Mode';
const encoder = new TextEncoder();

export async function verify(
  rawBody         ,
  headers                ,
  secret                                        ,
  options               ,
)                        {
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
  const event               = jsonOf(body);
  if (typeof event?.event !== 'string' || typeof event.data !== 'object' || event.data === null) {
    throw new WebhookSignatureError('bad_signature', 'The signature is right, but the body is not an event.');
  }
  checkAge(event.timestamp, options);
  return event;
}

export async function sign(
  rawBody         ,
  secret        ,
  { mode, timestamp }                                                                  ,
)                                      {
  checkMode(mode);
  const [only] = readSecrets(secret);
  const body = toBytes(rawBody);
  const { event, timestamp: own } = (jsonOf(body) ?? {})                         ;
  const { subtle } = await webCrypto();
  const signed = await subtle.sign('HMAC', await keyOf(only ), body);
  const hex = Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    'Content-Type': 'application/json',
    'X-Gateway-Event': event ?? 'payment.success',
    'X-Gateway-Timestamp': String(timestamp ?? own ?? Math.floor(Date.now() / 1000)),
    [MODE]: mode,
    [SIGNATURE]: hex,
  };
}

function toBytes(body         )                          {
  if (typeof body === 'string') return encoder.encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)                           ;
  throw new WebhookSignatureError(
    'body_was_changed',
    'A framework has parsed the body, but the signature covers its raw bytes. Use the handlers of @peye/sdk, or: express.raw({ type: "*/*" }); in Fastify ' +
      'addContentTypeParser with parseAs: "buffer"; in Hono c.req.text(); in Next request.text().',
  );
}

function headerOf(headers                , name        )                     {
  if (typeof headers?.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

async function isSigned(
  body                         ,
  signature        ,
  secrets                   ,
)                   {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const { subtle } = await webCrypto();
  const judged = await Promise.all(
    secrets.map(async (secret) => subtle.verify('HMAC', await keyOf(secret), bytes, body)),
  );
  return judged.includes(true);
}

function compareModes(given                    , expected      )       {
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

async function refusal(body                         , signature        , secrets                   ) {
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

function checkAge(timestamp        , { toleranceSeconds, now = new Date() }               )       {
  if (toleranceSeconds === undefined) return;
  const age = Math.round(now.getTime() / 1000 - timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookSignatureError(
    'too_old',
    `The event is ${age} s old, and toleranceSeconds is ${toleranceSeconds}. Compare your clock with the gateway's. Retries from Peye may be three days old.`,
  );
}

function jsonOf(body            ) {
  return parseJson(new TextDecoder().decode(body));
}

async function keyOf(secret        ) {
  const { subtle } = await webCrypto();
  return subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

async function webCrypto()                                    {
  if (globalThis.crypto?.subtle) return globalThis.crypto;
  const module = ['node', 'crypto'].join(':');
  return (await import(module)).webcrypto;
}
