"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.nextWebhook = nextWebhook;
exports.honoWebhook = honoWebhook;
exports.expressWebhook = expressWebhook;
exports.fastifyWebhook = fastifyWebhook;
const errors_ts_1 = require("./errors.js");
const read_bounded_ts_1 = require("./read-bounded.js");
const settings_ts_1 = require("./settings.js");
const webhooks_ts_1 = require("./webhooks.js");
function prepare(options) {
 const secrets = (0, settings_ts_1.readSecrets)(options.secret);
 (0, settings_ts_1.checkMode)(options.mode);
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
    throw new errors_ts_1.WebhookSignatureError('too_large', `The body has more than ${settings_ts_1.MOST_WEBHOOK_BYTES} bytes.`);
   event = await (0, webhooks_ts_1.verify)(body, headers, secrets, options);
  }
  catch (error) {
   await report(error);
   const isRefused = error instanceof errors_ts_1.WebhookSignatureError;
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
function nextWebhook(options) {
 const handle = prepare(options);
 return async (request) => {
  const { status, text } = await handle(async () => (await (0, read_bounded_ts_1.readBounded)(request, settings_ts_1.MOST_WEBHOOK_BYTES)) ?? TOO_LARGE, request.headers);
  return new Response(text || null, { status });
 };
}
function honoWebhook(options) {
 const handle = nextWebhook(options);
 return ({ req }) => {
  const { headers, body, bodyUsed } = req.raw;
  return handle({ headers, body: bodyUsed ? null : body, arrayBuffer: () => req.arrayBuffer() });
 };
}
function expressWebhook(options) {
 const handle = prepare(options);
 return async (request, response) => {
  const readBody = async () => {
   if (!request.readableDidRead)
    return (await (0, read_bounded_ts_1.readBoundedStream)(request, settings_ts_1.MOST_WEBHOOK_BYTES)) ?? TOO_LARGE;
   const read = request.rawBody ?? request.body;
   return read instanceof Uint8Array ? ((0, read_bounded_ts_1.within)(read, settings_ts_1.MOST_WEBHOOK_BYTES) ?? TOO_LARGE) : read;
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
async function fastifyWebhook(app, options) {
 const handle = prepare(options);
 app.removeAllContentTypeParsers();
 app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: settings_ts_1.MOST_WEBHOOK_BYTES }, (_request, body, done) => done(null, body));
 app.post(options.path, async (request, reply) => {
  const { status, text } = await handle(() => request.body ?? '', request.headers);
  return reply.code(status).send(text || undefined);
 });
}
