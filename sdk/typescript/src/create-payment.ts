import {
  InvalidArgumentError,
  LostResponseError,
  type PeyeError,
  TlsError,
  TransactionNotFoundError,
  UnexpectedResponseError,
} from './errors.ts';
import { isNothingDone } from './failures.ts';
import { fieldsInJson } from './fields-in-json.ts';
import type { Settings } from './settings.ts';
import { pause, payment, read, send } from './transport.ts';
import type { CreatedPayment, CreatePaymentFields, Payment, PaymentMethod } from './types.ts';

/** When to look up a payment after its response was lost, within `lookupWaitMs`. The later times are for lookups that failed. */
const LOOKS_AT_MS = [0, 1_000, 3_000, 6_000, 10_000, 12_000, 14_000];
const LOOK_TIMEOUT_MS = 5_000;
/** Enough to detect a server without TLS, which responds at once. */
const TLS_TIMEOUT_MS = 1_000;
/** After this time the gateway has created the payment, or never will: see docs/retrying.md. */
const CERTAIN_AFTER_MS = 10_000;
/** How much the clocks of two nodes, and two counters of time within a call, may differ together. */
const CLOCK_SLACK_MS = 2_000;
/** A payment this much older than the call was not created by it, even if the gateway's clock was set in the meantime. */
const CERTAINLY_OLDER_MS = 3_600_000;

/** The result of a lookup after a lost create response. `unclear` is the id of a payment that may or may not be older than the call. */
type Look = { readonly found: Payment[] } | { readonly unclear: string };

/** Creates a payment by one request, which is never repeated. Throws `LostResponseError` when its response was lost. */
export async function createPayment<Method extends PaymentMethod>(
  settings: Settings,
  fields: CreatePaymentFields<Method>,
  timeoutMs: number | undefined,
): Promise<CreatedPayment<Method>> {
  const body = bodyOf(fields);
  const startedAt = performance.now();
  try {
    const { json, status, requestId } = await send(settings, 'createPayment', { body, timeoutMs });
    if (typeof json.transaction_id === 'string' && json.transaction_id !== '') return json;
    const message = `${settings.base} responded ${status} without a transaction_id.`;
    throw new UnexpectedResponseError(message, { status, requestId });
  } catch (error) {
    const lostAt = performance.now();
    if (isNothingDone(error) && !(error instanceof TlsError && (await usesTls(settings)))) throw error;
    const reference = fields.reference || null;
    const looked = reference === null ? undefined : await lookFor(settings, reference, { startedAt, lostAt });
    const found = looked && 'found' in looked ? looked.found : null;
    const { status, requestId } = error as PeyeError;
    throw new LostResponseError(messageFor(reference, looked), reference, found, { status, requestId, cause: error });
  }
}

/**
 * Whether the server uses TLS, or may use it, although `fetch` failed because of bytes that are not TLS. In that case, these bytes came over an
 * established connection, and the request may have arrived. `fetch` reports both cases by the same error.
 */
async function usesTls(settings: Settings): Promise<boolean> {
  try {
    await send(settings, 'readHealth', { timeoutMs: TLS_TIMEOUT_MS });
    return true;
  } catch (error) {
    return !(error instanceof TlsError);
  }
}

function bodyOf(fields: CreatePaymentFields): string {
  if (typeof fields === 'object' && fields !== null) return fieldsInJson(fields);
  throw new InvalidArgumentError('payments.create takes an object: { amount, currency, payment_method, … }.');
}

/** The newest payment with this reference, in a list that is empty when there is none. */
export async function findByReference(settings: Settings, reference: string): Promise<Payment[]> {
  return (await look(settings, reference, settings.timeoutMs)).payments;
}

async function look(settings: Settings, reference: string, timeoutMs: number) {
  // In a URL, "." and ".." stand for folders, even when they are percent-encoded.
  if (typeof reference !== 'string' || /^(\.{1,2})?$/.test(reference)) {
    throw new InvalidArgumentError('A reference must be a string that is not empty, "." or "..".');
  }
  try {
    const answer = await read(settings, 'findPaymentByReference', { params: { reference }, timeoutMs });
    return { payments: [payment(answer)], gatewayTime: answer.headers.get('x-gateway-time') };
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return { payments: [], gatewayTime: null };
    throw error;
  }
}

/**
 * Looks up the payment of a lost response until it is found, is certainly absent, or `lookupWaitMs` is over. Undefined when nothing is
 * known by then.
 */
async function lookFor(
  settings: Settings,
  reference: string,
  { startedAt, lostAt }: { readonly startedAt: number; readonly lostAt: number },
): Promise<Look | undefined> {
  const sinceLossMs = () => performance.now() - lostAt;
  let last: Look | undefined;
  for (const atMs of LOOKS_AT_MS) {
    if (atMs >= settings.lookupWaitMs) break;
    // The previous lookup lasted until after this time.
    if (atMs > 0 && sinceLossMs() > atMs) continue;
    await pause(atMs - sinceLossMs());
    const isCertain = sinceLossMs() >= CERTAIN_AFTER_MS;
    const timeoutMs = Math.min(LOOK_TIMEOUT_MS, settings.lookupWaitMs - sinceLossMs());
    try {
      const { payments, gatewayTime } = await look(settings, reference, timeoutMs);
      last = judge(payments[0], gatewayTime, performance.now() - startedAt);
      if (isCertain || ('found' in last && last.found.length > 0)) return last;
    } catch (error) {
      // The key was deactivated: the next lookup would fail in the same way.
      if ([401, 403].includes((error as PeyeError).status ?? 0)) break;
    }
  }
  // An empty result is not certain yet: the payment may still appear.
  return last && 'unclear' in last ? last : undefined;
}

/**
 * What the newest payment with the reference shows about a create request that started `elapsedMs` ago. Its age is computed only from times
 * of the gateway, `created_at` and `X-Gateway-Time`: neither this machine's clock nor the `Date` of a proxy is read.
 */
function judge(newest: Payment | undefined, gatewayTime: string | null, elapsedMs: number): Look {
  if (!newest) return { found: [] };
  const olderByMs = Date.parse(gatewayTime ?? '') - Date.parse(newest.created_at) - elapsedMs;
  if (olderByMs <= CLOCK_SLACK_MS) return { found: [newest] };
  return olderByMs > CERTAINLY_OLDER_MS ? { found: [] } : { unclear: newest.transaction_id };
}

function messageFor(reference: string | null, looked: Look | undefined): string {
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
