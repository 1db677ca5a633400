import { toMinor } from './amounts.ts';
import { InvalidArgumentError, LostResponseError, type PeyeError, TransactionNotFoundError } from './errors.ts';
import { isNothingDone } from './failures.ts';
import type { Settings } from './settings.ts';
import { pause, read, send } from './transport.ts';
import type { CreatedPayment, CreatePaymentFields, Payment } from './types.ts';

/** When it is looked for a payment whose answer was lost: parts of `lookupWaitMs`. What the last look does not find was not made. */
const LOOKS = [0, 0.1, 0.4, 1];
const LOOK_TIMEOUT_MS = 5_000;
/** After this time the gateway has made the payment, or never will: see docs/retrying.md. */
const CERTAIN_AFTER_MS = 10_000;
/** `Date` is in whole seconds and may be one old, and the answer was on its way. */
const CLOCK_SLACK_MS = 2_000;

/** Creates a payment by one request, which is never repeated. Throws `LostResponseError` when it is not known what it did. */
export async function createPayment(
  settings: Settings,
  fields: CreatePaymentFields,
  timeoutMs: number | undefined,
): Promise<CreatedPayment> {
  const body = bodyOf(fields);
  const beganAt = performance.now();
  try {
    return (await send(settings, 'createPayment', { body, timeoutMs })).json;
  } catch (error) {
    if (isNothingDone(error)) throw error;
    const reference = fields.reference || null;
    const found = reference === null ? null : await lookFor(settings, reference, beganAt);
    const { status, requestId } = error as PeyeError;
    throw new LostResponseError(messageFor(reference, found, settings.lookupWaitMs), reference, found, {
      ...{ status, requestId, cause: error },
    });
  }
}

/** JSON whose amount has the digits that were given. */
function bodyOf(fields: CreatePaymentFields): string {
  if (typeof fields !== 'object' || fields === null) {
    throw new InvalidArgumentError('payments.create takes an object: { amount, currency, payment_method, … }.');
  }
  const { amount, ...others } = fields;
  toMinor(amount);
  // JSON has no zeros in front.
  const digits = String(amount).replace(/^0+(?=\d)/, '');
  return JSON.stringify(others).replace(
    '{',
    Object.keys(others).length > 0 ? `{"amount":${digits},` : `{"amount":${digits}`,
  );
}

/** The newest payment with this reference, in a list; an empty one when there is none. */
export async function findByReference(settings: Settings, reference: string): Promise<Payment[]> {
  return (await look(settings, reference, settings.timeoutMs)).payments;
}

async function look(settings: Settings, reference: string, timeoutMs: number) {
  // An address takes these for folders, however they are written.
  if (typeof reference !== 'string' || /^(\.{1,2})?$/.test(reference)) {
    throw new InvalidArgumentError('A reference is a text that is not empty, "." or "..".');
  }
  try {
    const { json, headers } = await read(settings, 'findPaymentByReference', { params: { reference }, timeoutMs });
    return { payments: [json.data as Payment], gatewayMs: Date.parse(headers.get('date') ?? '') };
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return { payments: [], gatewayMs: 0 };
    throw error;
  }
}

/** Payments with this reference made since the call began, by the gateway's own clock. Null when nothing can be said. */
async function lookFor(settings: Settings, reference: string, beganAt: number): Promise<Payment[] | null> {
  const lostAt = performance.now();
  let found: Payment[] | null = null;
  for (const part of LOOKS) {
    const waitMs = lostAt + part * settings.lookupWaitMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    found = await look(settings, reference, LOOK_TIMEOUT_MS).then(
      ({ payments, gatewayMs }) => {
        const sinceMs = (gatewayMs || Date.now()) - (performance.now() - beganAt) - CLOCK_SLACK_MS;
        return payments.filter(({ created_at }) => Date.parse(created_at) >= sinceMs);
      },
      () => null,
    );
    if (found && found.length > 0) return found;
  }
  return found;
}

function messageFor(reference: string | null, found: readonly Payment[] | null, lookupWaitMs: number): string {
  const lost = 'The answer to payments.create was lost. The request was not repeated.';
  if (reference === null) {
    return `${lost} It had no reference: search payments.list() for the payment before you create it again.`;
  }
  const name = JSON.stringify(reference);
  if (found === null) return `${lost} Looking for ${name} failed too: call findByReference before you create it again.`;
  const [payment] = found;
  if (!payment && lookupWaitMs < CERTAIN_AFTER_MS) {
    return `${lost} There is no payment with the reference ${name} yet. Call findByReference again 10 seconds after the loss: if there is none then, create it again.`;
  }
  return payment
    ? `${lost} The payment was made: ${payment.transaction_id} with the reference ${name} is ${payment.status}. Keep it with your order. Its payment_url is lost: if the customer needs one, create another payment, and count the order as paid when either is.`
    : `${lost} After ${lookupWaitMs / 1000} s there is no payment with the reference ${name}: create it again.`;
}
