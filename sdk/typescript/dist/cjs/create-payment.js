"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.createPayment = createPayment;
exports.findByReference = findByReference;
const errors_ts_1 = require("./errors.js");
const failures_ts_1 = require("./failures.js");
const fields_in_json_ts_1 = require("./fields-in-json.js");
const transport_ts_1 = require("./transport.js");
const LOOKS_AT_MS = [0, 1_000, 3_000, 6_000, 10_000, 12_000, 14_000];
const LOOK_TIMEOUT_MS = 5_000;
const TLS_TIMEOUT_MS = 1_000;
const CERTAIN_AFTER_MS = 10_000;
const CLOCK_SLACK_MS = 2_000;
const CERTAINLY_OLDER_MS = 3_600_000;
async function createPayment(settings, fields, timeoutMs) {
 const body = bodyOf(fields);
 const startedAt = performance.now();
 try {
  const { json, status, requestId } = await (0, transport_ts_1.send)(settings, 'createPayment', { body, timeoutMs });
  if (typeof json.transaction_id === 'string' && json.transaction_id !== '')
   return json;
  const message = `${settings.base} responded ${status} without a transaction_id.`;
  throw new errors_ts_1.UnexpectedResponseError(message, { status, requestId });
 }
 catch (error) {
  const lostAt = performance.now();
  if ((0, failures_ts_1.isNothingDone)(error) && !(error instanceof errors_ts_1.TlsError && (await usesTls(settings))))
   throw error;
  const reference = fields.reference || null;
  const looked = reference === null ? undefined : await lookFor(settings, reference, { startedAt, lostAt });
  const found = looked && 'found' in looked ? looked.found : null;
  const { status, requestId } = error;
  throw new errors_ts_1.LostResponseError(messageFor(reference, looked), reference, found, { status, requestId, cause: error });
 }
}
async function usesTls(settings) {
 try {
  await (0, transport_ts_1.send)(settings, 'readHealth', { timeoutMs: TLS_TIMEOUT_MS });
  return true;
 }
 catch (error) {
  return !(error instanceof errors_ts_1.TlsError);
 }
}
function bodyOf(fields) {
 if (typeof fields === 'object' && fields !== null)
  return (0, fields_in_json_ts_1.fieldsInJson)(fields);
 throw new errors_ts_1.InvalidArgumentError('payments.create takes an object: { amount, currency, payment_method, … }.');
}
async function findByReference(settings, reference) {
 return (await look(settings, reference, settings.timeoutMs)).payments;
}
async function look(settings, reference, timeoutMs) {
 if (typeof reference !== 'string' || /^(\.{1,2})?$/.test(reference)) {
  throw new errors_ts_1.InvalidArgumentError('A reference must be a string that is not empty, "." or "..".');
 }
 try {
  const answer = await (0, transport_ts_1.read)(settings, 'findPaymentByReference', { params: { reference }, timeoutMs });
  return { payments: [(0, transport_ts_1.payment)(answer)], gatewayTime: answer.headers.get('x-gateway-time') };
 }
 catch (error) {
  if (error instanceof errors_ts_1.TransactionNotFoundError)
   return { payments: [], gatewayTime: null };
  throw error;
 }
}
async function lookFor(settings, reference, { startedAt, lostAt }) {
 const sinceLossMs = () => performance.now() - lostAt;
 let last;
 for (const atMs of LOOKS_AT_MS) {
  if (atMs >= settings.lookupWaitMs)
   break;
  if (atMs > 0 && sinceLossMs() > atMs)
   continue;
  await (0, transport_ts_1.pause)(atMs - sinceLossMs());
  const isCertain = sinceLossMs() >= CERTAIN_AFTER_MS;
  const timeoutMs = Math.min(LOOK_TIMEOUT_MS, settings.lookupWaitMs - sinceLossMs());
  try {
   const { payments, gatewayTime } = await look(settings, reference, timeoutMs);
   last = judge(payments[0], gatewayTime, performance.now() - startedAt);
   if (isCertain || ('found' in last && last.found.length > 0))
    return last;
  }
  catch (error) {
   if ([401, 403].includes(error.status ?? 0))
    break;
  }
 }
 return last && 'unclear' in last ? last : undefined;
}
function judge(newest, gatewayTime, elapsedMs) {
 if (!newest)
  return { found: [] };
 const olderByMs = Date.parse(gatewayTime ?? '') - Date.parse(newest.created_at) - elapsedMs;
 if (olderByMs <= CLOCK_SLACK_MS)
  return { found: [newest] };
 return olderByMs > CERTAINLY_OLDER_MS ? { found: [] } : { unclear: newest.transaction_id };
}
function messageFor(reference, looked) {
 const lost = 'The response to payments.create was lost. The request was not repeated.';
 if (reference === null) {
  return `${lost} The request had no reference: search payments.list() for the payment before you create it again.`;
 }
 const name = JSON.stringify(reference);
 if (!looked) {
  return `${lost} It is not known yet whether a payment with the reference ${name} exists: call findByReference, at least 10 seconds after the loss, before you create it again.`;
 }
 if ('unclear' in looked) {
  return `${lost} The newest payment with the reference ${name} is ${looked.unclear}. It is not known whether this call created that payment: it did unless your order already has that transaction_id. Call findByReference, at least 10 seconds after the loss, before you create it again.`;
 }
 const [created] = looked.found;
 return created
  ? `${lost} The payment was created: ${created.transaction_id} with the reference ${name} is ${created.status}. Store it with your order. Its payment_url is lost: if the customer needs one, create another payment, and count the order as paid when either payment completes.`
  : `${lost} This call created no payment with the reference ${name}: create it again.`;
}
