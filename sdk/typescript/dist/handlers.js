import { WebhookSignatureError } from './errors.js';
import { readSecrets } from './settings.js';
import { verify } from './webhooks.js';
const MOST_BYTES = 1024 * 1024;
function prepare(options) {
 const secrets = readSecrets(options.secret);
 const { onEvent, onError = console.error } = options;
 return async (rawBody, headers) => {
  try {
   await onEvent(await verify(rawBody, headers, secrets, options));
   return { status: 204, text: '' };
  }
  catch (error) {
   onError(error);
   if (error instanceof WebhookSignatureError)
    return { status: 400, text: error.message };
   return { status: 500, text: 'The handler failed.' };
  }
 };
}
export function nextWebhook(options) {
 const handle = prepare(options);
 return async (request) => {
  const { status, text } = await handle(await request.arrayBuffer(), request.headers);
  return new Response(text || null, { status });
 };
}
export function honoWebhook(options) {
 const handle = nextWebhook(options);
 return ({ req }) => handle({ arrayBuffer: () => req.arrayBuffer(), headers: req.raw.headers });
}
export function expressWebhook(options) {
 const handle = prepare(options);
 return async (request, response) => {
  const body = request.readableDidRead ? (request.rawBody ?? request.body) : await readBody(request);
  const { status, text } = await handle(body, request.headers);
  response.statusCode = status;
  response.end(text);
 };
}
async function readBody(request) {
 const body = [];
 for await (const chunk of request) {
  if (body.length < MOST_BYTES)
   for (const byte of chunk)
    body.push(byte);
 }
 return Uint8Array.from(body);
}
export async function fastifyWebhook(app, options) {
 const handle = prepare(options);
 app.removeAllContentTypeParsers();
 app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) => done(null, body));
 app.post(options.path, async (request, reply) => {
  const { status, text } = await handle(request.body ?? '', request.headers);
  return reply.code(status).send(text || undefined);
 });
}
