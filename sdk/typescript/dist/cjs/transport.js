"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ENDPOINTS = void 0;
exports.read = read;
exports.readPage = readPage;
exports.payment = payment;
exports.refund = refund;
exports.send = send;
exports.pause = pause;
const errors_ts_1 = require("./errors.js");
const failures_ts_1 = require("./failures.js");
const read_bounded_ts_1 = require("./read-bounded.js");
exports.ENDPOINTS = {
 createPayment: ['POST', '/payments'],
 listPayments: ['GET', '/payments'],
 readPayment: ['GET', '/payments/{transaction_id}'],
 findPaymentByReference: ['GET', '/payments/reference/{reference}'],
 verifyPayment: ['POST', '/payments/{transaction_id}/verify'],
 listEvents: ['GET', '/events'],
 readExchangeRate: ['GET', '/exchange-rate'],
 readHealth: ['GET', '/health'],
 completeTestPayment: ['POST', '/test_helpers/payments/{transaction_id}/complete'],
 failTestPayment: ['POST', '/test_helpers/payments/{transaction_id}/fail'],
 requestRefund: ['PUT', '/refunds/{refund_id}'],
 readRefund: ['GET', '/refunds/{refund_id}'],
 listRefunds: ['GET', '/refunds'],
 listDisputes: ['GET', '/disputes'],
 readWebsite: ['GET', '/website'],
 createCheckoutSession: ['POST', '/sessions'],
 readCheckoutSession: ['GET', '/sessions/{session_id}'],
 cancelCheckoutSession: ['POST', '/sessions/{session_id}/cancel'],
};
const MOST_BYTES = 1024 * 1024;
const MOST_PAGE_BYTES = 8 * MOST_BYTES;
const MOST_PAGE_WAITS = 10;
const LONGEST_PAGE_WAIT_S = 300;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
const PASSING_STATUSES = [408, 429, 500, 502, 503, 504];
async function read(settings, endpoint, parts = {}) {
 const end = performance.now() + (parts.timeoutMs ?? settings.timeoutMs);
 for (let attempt = 1;; attempt++) {
  try {
   return await send(settings, endpoint, { ...parts, timeoutMs: end - performance.now(), attempt });
  }
  catch (error) {
   const pauseMs = pauseAfter(error, attempt);
   if (pauseMs === undefined || attempt > settings.retries || performance.now() + pauseMs >= end)
    throw error;
   await pause(pauseMs);
  }
 }
}
async function readPage(settings, endpoint, query) {
 for (let waits = 0;; waits++) {
  try {
   return (await read(settings, endpoint, { query })).json;
  }
  catch (error) {
   const { retryAfter = 0 } = error;
   if (!(error instanceof errors_ts_1.RateLimitExceededError) || waits >= MOST_PAGE_WAITS || retryAfter > LONGEST_PAGE_WAIT_S)
    throw error;
   await pause(Math.max(1, retryAfter) * 1000);
  }
 }
}
function payment({ json, status, requestId }) {
 if (typeof json.data?.transaction_id === 'string')
  return json.data;
 throw new errors_ts_1.UnexpectedResponseError(`The response (${status}) contains no payment.`, { status, requestId });
}
function refund({ json, status, requestId }) {
 if (typeof json.data?.refund_id === 'string')
  return json.data;
 throw new errors_ts_1.UnexpectedResponseError(`The response (${status}) contains no refund.`, { status, requestId });
}
async function send(settings, endpoint, parts = {}) {
 const [method, path] = exports.ENDPOINTS[endpoint];
 const url = baseOf(settings, path) + fillIn(path, parts.params) + queryText(parts.query);
 const startedAt = performance.now();
 const report = (outcome) => {
  try {
   const durationMs = performance.now() - startedAt;
   settings.onRequest?.({ method, url, attempt: parts.attempt ?? 1, durationMs, ...outcome });
  }
  catch { }
 };
 const isPage = endpoint === 'listPayments' || endpoint === 'listEvents';
 const most = isPage ? MOST_PAGE_BYTES : MOST_BYTES;
 const { response, text } = await exchange(settings, { url, method, most }, parts).catch((error) => {
  report({ error: error.code });
  throw error;
 });
 const error = (0, failures_ts_1.readError)(settings, response, text);
 const requestId = response.headers.get('x-request-id');
 report({ status: response.status, ...(requestId && { requestId }), ...(error && { error: error.code }) });
 warnOfIgnored(`${method} ${path}`, response.headers.get('x-gateway-ignored'));
 if (error)
  throw error;
 return {
  json: JSON.parse(text),
  headers: response.headers,
  status: response.status,
  requestId: requestId ?? undefined,
 };
}
function warnOfIgnored(request, names) {
 if (names)
  console.warn(`Peye: ${request} was sent with fields that have no effect: ${names}`);
}
function baseOf(settings, path) {
 if (/^\/(refunds|disputes)/.test(path))
  return settings.refundsBase;
 return /^\/(sessions|website)/.test(path) ? settings.checkoutBase : settings.base;
}
async function exchange(settings, { url, method, most }, parts) {
 const { timeoutMs = settings.timeoutMs, body } = parts;
 const abort = new AbortController();
 const answer = (async () => {
  const response = await settings.fetch(url, {
   method,
   headers: {
    accept: 'application/json',
    'user-agent': settings.userAgent,
    'x-api-key': settings.apiKey,
    ...(body !== undefined && { 'content-type': 'application/json' }),
   },
   ...(body !== undefined && bodyInit(body)),
   redirect: 'manual',
   signal: abort.signal,
  });
  const bytes = await (0, read_bounded_ts_1.readBounded)(response, most);
  if (bytes)
   return { response, text: new TextDecoder().decode(bytes) };
  abort.abort();
  const { status } = response;
  throw new errors_ts_1.UnexpectedResponseError(`${settings.base} responded ${status} with more than ${most} bytes.`, { status });
 })();
 let timer;
 const timeout = new Promise((done) => {
  timer = setTimeout(done, Math.max(0, timeoutMs), undefined);
 });
 try {
  const answered = await Promise.race([answer, timeout]);
  if (answered)
   return answered;
 }
 catch (error) {
  throw error instanceof errors_ts_1.UnexpectedResponseError ? error : (0, failures_ts_1.connectionError)(settings, error);
 }
 finally {
  clearTimeout(timer);
 }
 answer.catch(() => { });
 abort.abort();
 throw new errors_ts_1.TimeoutError(`${settings.base} did not respond within ${Math.round(timeoutMs)} ms.`);
}
function bodyInit(body) {
 if (!('Deno' in globalThis))
  return { body };
 const init = { body: new Blob([body]).stream(), duplex: 'half' };
 return init;
}
function pauseAfter(error, attempt) {
 const { status = 0, code, retryAfter = 0 } = error;
 const mayPass = (error instanceof errors_ts_1.ConnectionError && !(error instanceof errors_ts_1.TlsError)) ||
  (error instanceof errors_ts_1.UnexpectedResponseError && status < 300) ||
  (PASSING_STATUSES.includes(status) && code !== 'too_many_attempts');
 if (!mayPass)
  return undefined;
 const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
 return Math.max(longest * (0.5 + Math.random() / 2), retryAfter * 1000);
}
function pause(ms) {
 return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}
function fillIn(path, params = {}) {
 return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}
function queryText(query = {}) {
 const params = new URLSearchParams();
 for (const [name, value] of Object.entries(query))
  if (value !== undefined)
   params.set(name, String(value));
 const text = String(params);
 return text && `?${text}`;
}
