import { toMinor } from './amounts.js';
import { InvalidArgumentError, LostResponseError, TransactionNotFoundError } from './errors.js';
import { isNothingDone } from './failures.js';
import { pause, read, send } from './transport.js';
const LOOKS = [0, 0.1, 0.4, 1];
const LOOK_TIMEOUT_MS = 5_000;
const CERTAIN_AFTER_MS = 10_000;
const CLOCK_SLACK_MS = 2_000;
export async function createPayment(settings, fields, timeoutMs) {
 const body = bodyOf(fields);
 const beganAt = performance.now();
 try {
  return (await send(settings, 'createPayment', { body, timeoutMs })).json;
 }
 catch (error) {
  if (isNothingDone(error))
   throw error;
  const reference = fields.reference || null;
  const found = reference === null ? null : await lookFor(settings, reference, beganAt);
  const { status, requestId } = error;
  throw new LostResponseError(messageFor(reference, found, settings.lookupWaitMs), reference, found, {
   ...{ status, requestId, cause: error },
  });
 }
}
function bodyOf(fields) {
 if (typeof fields !== 'object' || fields === null) {
  throw new InvalidArgumentError('payments.create takes an object: { amount, currency, payment_method, … }.');
 }
 const { amount, ...others } = fields;
 toMinor(amount);
 const digits = String(amount).replace(/^0+(?=\d)/, '');
 return JSON.stringify(others).replace('{', Object.keys(others).length > 0 ? `{"amount":${digits},` : `{"amount":${digits}`);
}
export async function findByReference(settings, reference) {
 return (await look(settings, reference, settings.timeoutMs)).payments;
}
async function look(settings, reference, timeoutMs) {
 if (typeof reference !== 'string' || /^(\.{1,2})?$/.test(reference)) {
  throw new InvalidArgumentError('A reference is a text that is not empty, "." or "..".');
 }
 try {
  const { json, headers } = await read(settings, 'findPaymentByReference', { params: { reference }, timeoutMs });
  return { payments: [json.data], gatewayMs: Date.parse(headers.get('date') ?? '') };
 }
 catch (error) {
  if (error instanceof TransactionNotFoundError)
   return { payments: [], gatewayMs: 0 };
  throw error;
 }
}
async function lookFor(settings, reference, beganAt) {
 const lostAt = performance.now();
 let found = null;
 for (const part of LOOKS) {
  const waitMs = lostAt + part * settings.lookupWaitMs - performance.now();
  if (waitMs > 0)
   await pause(waitMs);
  found = await look(settings, reference, LOOK_TIMEOUT_MS).then(({ payments, gatewayMs }) => {
   const sinceMs = (gatewayMs || Date.now()) - (performance.now() - beganAt) - CLOCK_SLACK_MS;
   return payments.filter(({ created_at }) => Date.parse(created_at) >= sinceMs);
  }, () => null);
  if (found && found.length > 0)
   return found;
 }
 return found;
}
function messageFor(reference, found, lookupWaitMs) {
 const lost = 'The answer to payments.create was lost. The request was not repeated.';
 if (reference === null) {
  return `${lost} It had no reference: search payments.list() for the payment before you create it again.`;
 }
 const name = JSON.stringify(reference);
 if (found === null)
  return `${lost} Looking for ${name} failed too: call findByReference before you create it again.`;
 const [payment] = found;
 if (!payment && lookupWaitMs < CERTAIN_AFTER_MS) {
  return `${lost} There is no payment with the reference ${name} yet. Call findByReference again 10 seconds after the loss: if there is none then, create it again.`;
 }
 return payment
  ? `${lost} The payment was made: ${payment.transaction_id} with the reference ${name} is ${payment.status}. Keep it with your order. Its payment_url is lost: if the customer needs one, create another payment, and count the order as paid when either is.`
  : `${lost} After ${lookupWaitMs / 1000} s there is no payment with the reference ${name}: create it again.`;
}
