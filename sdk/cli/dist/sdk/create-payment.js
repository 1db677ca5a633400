import {
  InvalidArgumentError,
  LostResponseError,

  TlsError,
  TransactionNotFoundError,
  UnexpectedResponseError,
} from './errors.js';
import { isNothingDone } from './failures.js';
import { fieldsInJson } from './fields-in-json.js';

import { pause, payment, read, send } from './transport.js';

const LOOKS_AT_MS = [0, 1_000, 3_000, 6_000, 10_000, 12_000, 14_000];
const LOOK_TIMEOUT_MS = 5_000;
const TLS_TIMEOUT_MS = 1_000;
const CERTAIN_AFTER_MS = 10_000;
const CLOCK_SLACK_MS = 2_000;
const CERTAINLY_OLDER_MS = 3_600_000;

export async function createPayment                              (
  settings          ,
  fields                             ,
  timeoutMs                    ,
)                                  {
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
    const { status, requestId } = error             ;
    throw new LostResponseError(messageFor(reference, looked), reference, found, { status, requestId, cause: error });
  }
}

async function usesTls(settings          )                   {
  try {
    await send(settings, 'readHealth', { timeoutMs: TLS_TIMEOUT_MS });
    return true;
  } catch (error) {
    return !(error instanceof TlsError);
  }
}

function bodyOf(fields                     )         {
  if (typeof fields === 'object' && fields !== null) return fieldsInJson(fields);
  throw new InvalidArgumentError('payments.create takes an object: { amount, currency, payment_method, … }.');
}

export async function findByReference(settings          , reference        )                     {
  return (await look(settings, reference, settings.timeoutMs)).payments;
}

async function look(settings          , reference        , timeoutMs        ) {
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

async function lookFor(
  settings          ,
  reference        ,
  { startedAt, lostAt }                                                         ,
)                            {
  const sinceLossMs = () => performance.now() - lostAt;
  let last                  ;
  for (const atMs of LOOKS_AT_MS) {
    if (atMs >= settings.lookupWaitMs) break;
    if (atMs > 0 && sinceLossMs() > atMs) continue;
    await pause(atMs - sinceLossMs());
    const isCertain = sinceLossMs() >= CERTAIN_AFTER_MS;
    const timeoutMs = Math.min(LOOK_TIMEOUT_MS, settings.lookupWaitMs - sinceLossMs());
    try {
      const { payments, gatewayTime } = await look(settings, reference, timeoutMs);
      last = judge(payments[0], gatewayTime, performance.now() - startedAt);
      if (isCertain || ('found' in last && last.found.length > 0)) return last;
    } catch (error) {
      if ([401, 403].includes((error             ).status ?? 0)) break;
    }
  }
  return last && 'unclear' in last ? last : undefined;
}

function judge(newest                     , gatewayTime               , elapsedMs        )       {
  if (!newest) return { found: [] };
  const olderByMs = Date.parse(gatewayTime ?? '') - Date.parse(newest.created_at) - elapsedMs;
  if (olderByMs <= CLOCK_SLACK_MS) return { found: [newest] };
  return olderByMs > CERTAINLY_OLDER_MS ? { found: [] } : { unclear: newest.transaction_id };
}

function messageFor(reference               , looked                  )         {
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
