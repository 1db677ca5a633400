import { WebhookSignatureError } from './errors.js';
import { readBounded, readBoundedStream, within } from './read-bounded.js';
import { checkMode, MOST_WEBHOOK_BYTES, readSecrets } from './settings.js';
import { verify } from './webhooks.js';
function prepare(options) {
 const secrets = readSecrets(options.secret);
 checkMode(options.mode);
 const { onEvent, onError = console.error } = options;
 const report = async (error) => {
  try {
   await onError(error);
  }
  catch (failure) {
   console.error('onError failed:', failure);
  }
 };
 return async (readBody, headers) => {
  let event;
  try {
   const body = await readBody();
   if (body === TOO_LARGE)
    throw new WebhookSignatureError('too_large', `The body has more than ${MOST_WEBHOOK_BYTES} bytes.`);
   event = await verify(body, headers, secrets, options);
  }
  catch (error) {
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
  }
  catch (error) {
   await report(error);
   return { status: 500, text: 'The handler failed.' };
  }
 };
}
const TOO_LARGE = Symbol('too large');
export function nextWebhook(options) {
 const handle = prepare(options);
 return async (request) => {
  const { status, text } = await handle(async () => (await readBounded(request, MOST_WEBHOOK_BYTES)) ?? TOO_LARGE, request.headers);
  return new Response(text || null, { status });
 };
}
export function honoWebhook(options) {
 const handle = nextWebhook(options);
 return ({ req }) => {
  const { headers, body, bodyUsed } = req.raw;
  return handle({ headers, body: bodyUsed ? null : body, arrayBuffer: () => req.arrayBuffer() });
 };
}
export function expressWebhook(options) {
 const handle = prepare(options);
 return async (request, response) => {
  const readBody = async () => {
   if (!request.readableDidRead)
    return (await readBoundedStream(request, MOST_WEBHOOK_BYTES)) ?? TOO_LARGE;
   const read = request.rawBody ?? request.body;
   return read instanceof Uint8Array ? (within(read, MOST_WEBHOOK_BYTES) ?? TOO_LARGE) : read;
  };
  const { status, text } = await handle(readBody, request.headers);
  try {
   response.statusCode = status;
   if (status === 413)
    response.setHeader?.('Connection', 'close');
   response.end(text);
  }
  catch (error) {
   console.error('The webhook was handled, but the response could not be sent:', error);
  }
 };
}
export async function fastifyWebhook(app, options) {
 const handle = prepare(options);
 app.removeAllContentTypeParsers();
 app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_WEBHOOK_BYTES }, (_request, body, done) => done(null, body));
 app.post(options.path, async (request, reply) => {
  const { status, text } = await handle(() => request.body ?? '', request.headers);
  return reply.code(status).send(text || undefined);
 });
}
