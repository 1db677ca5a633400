import { US_PER_MINUTE } from '../../core/durations.ts';
import { amountNumber, formatAmount, isSameMoney, parseDecimal } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, parseObject } from '../../platform/text/json-object.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundOrder,
  type RefundReport,
} from '../provider.ts';
import type { MoncashApi } from './client.ts';
import { errorText } from './error-text.ts';
import { type FoundPayment, readQueryResponse, readTransactionId } from './found-payment.ts';
import { orderIdOf } from './provider-data.ts';
import type { MoncashSettings } from './settings.ts';

/** How long MonCash's records of transfers may lag behind a request. */
const LAG_US = 5 * US_PER_MINUTE;
/** A process that slept between the query of the payment and its transfer does not send the transfer. */
const TRANSFER_WITHIN_US = US_PER_MINUTE;
const SUCCESSFUL = 'successful';
/** The one documented refusal of a transfer: the wallet of the receiver would hold too much. */
const REFUSAL = /^Forbidden: Maximum Account Balance$/i;
/** The message of a response about a reference that no transfer has. */
const NO_TRANSFER = /can.?t find this transaction/i;

interface Parts {
  readonly clock: Clock;
  /** The API with the credentials that take payments. */
  readonly api: MoncashApi;
  /** The API with the credentials of the prefunded account. */
  readonly transferApi: MoncashApi;
}

/**
 * Refunds of MonCash payments: transfers from a prefunded account of the operator to the wallet that MonCash's own
 * record of the payment names, never to a number from the store. MonCash accepts each reference once, and finds a
 * transfer by it. MonCash's record of the payment does not show the transfers.
 */
export function moncashRefunds(
  { takesWholeGourdes }: Pick<MoncashSettings, 'takesWholeGourdes'>,
  parts: Parts,
): RefundCalls {
  return {
    canRefundParts: true,
    takesWholeGourdes,
    isRepeatable: true,
    hidesRefunds: true,
    lagUs: LAG_US,
    prepare: (payment, order, log) => prepare(parts, payment, order, log),
    send: (payment, order, log) => transfer(parts, payment, order, log),
    find: (payment, order, log) => find(parts, payment, order, log),
  };
}

async function prepare({ api, transferApi }: Parts, payment: Payment, { money }: RefundOrder, log: Log) {
  const { payer } = await paidRecord(api, payment, log);
  if (payer === undefined) return { byHand: 'MonCash names no wallet for the payment' };
  const balanceMinor = await readBalance(transferApi, log);
  if (balanceMinor >= money.amountMinor) return 'ready' as const;
  return { wait: `the prefunded account has ${formatAmount(balanceMinor)} HTG: add money to it` };
}

async function transfer(
  { api, transferApi, clock }: Parts,
  payment: Payment,
  order: RefundOrder,
  log: Log,
): Promise<RefundReport> {
  const startedUs = clock();
  const { payer } = await paidRecord(api, payment, log);
  if (payer === undefined) throw new ProviderUnavailable('moncash names no wallet for the payment');
  if (clock() - startedUs > TRANSFER_WITHIN_US) throw new ProviderUnavailable('moncash Transfert: it took too long');
  const operation = 'Transfert';
  const fields = {
    amount: amountNumber(order.money.amountMinor),
    receiver: payer,
    desc: `Refund ${orderIdOf(payment.id)}`,
    reference: referenceOf(order),
  };
  const { status, text } = await transferApi({ operation, fields, paymentId: payment.id }, log);
  const response = parseObject(text);
  const { message, transaction_id } = asObject(response?.transfer);
  if (status === 200 && isSuccessful(message)) {
    return { status: 'succeeded', word: SUCCESSFUL, providerRef: readTransactionId(transaction_id) };
  }
  const error = response && errorText(response);
  if (status === 403 && error !== undefined && REFUSAL.test(error)) {
    throw new ProviderRefused(
      "The customer's wallet cannot take this amount.",
      'declined',
      `moncash ${operation}: ${error}`,
    );
  }
  throw new ProviderUnavailable(`moncash ${operation}: ${error ?? 'no transfer in the response'} (${status})`);
}

async function find(
  { transferApi }: Parts,
  payment: Payment,
  order: RefundOrder,
  log: Log,
): Promise<RefundReport | undefined> {
  const operation = 'PrefundedTransactionStatus';
  const call = { operation, fields: { reference: referenceOf(order) }, paymentId: payment.id } as const;
  const { status, text } = await transferApi(call, log);
  const response = parseObject(text);
  if (status === 200 && isSuccessful(response?.transStatus)) {
    return { status: 'succeeded', word: SUCCESSFUL, amount: 'hidden' };
  }
  const error = response && errorText(response);
  if (status === 404 && error !== undefined && NO_TRANSFER.test(error)) return undefined;
  // No other status of a transfer is documented, so another status does not prove whether money moved.
  const word =
    typeof response?.transStatus === 'string' ? `transStatus ${response.transStatus}` : 'no status in the response';
  throw new ProviderUnavailable(`moncash ${operation}: ${error ?? word} (${status})`);
}

/** The balance of the prefunded account, centimes. Throws ProviderUnavailable. */
export async function readBalance(transferApi: MoncashApi, log: Log): Promise<number> {
  const operation = 'PrefundedBalance';
  const { status, text } = await transferApi({ operation }, log);
  const response = parseObject(text);
  // Both forms have been seen: the amount itself, and an object with it.
  const balance = asObject(response?.balance).balance ?? response?.balance;
  const minor =
    typeof balance === 'number' || typeof balance === 'string' ? parseDecimal(String(balance), 2) : undefined;
  if (status === 200 && typeof minor === 'number') return minor;
  const error = response && errorText(response);
  throw new ProviderUnavailable(`moncash ${operation}: ${error ?? 'no balance in the response'} (${status})`);
}

/** MonCash's record of a payment. Throws ProviderUnavailable for anything but the paid order with its amount. */
async function paidRecord(api: MoncashApi, payment: Payment, log: Log): Promise<FoundPayment> {
  const operation = 'RetrieveOrderPayment';
  const call = { operation, fields: { orderId: orderIdOf(payment.id) }, paymentId: payment.id } as const;
  const { found } = readQueryResponse(await api(call, log), operation);
  const { paymentId, message, costMinor = 0 } = found ?? {};
  const isPaid = paymentId === payment.id && message === SUCCESSFUL;
  if (!found || !isPaid || !isSameMoney({ amountMinor: costMinor, currency: 'HTG' }, payment)) {
    throw new ProviderUnavailable(`moncash ${operation}: not the paid order`);
  }
  return found;
}

/** The name of a refund at MonCash, whose longest reference is not documented: 32 letters and digits. */
function referenceOf({ id }: RefundOrder): string {
  return id.replace(/^rfd_/, '');
}

function isSuccessful(value: unknown): boolean {
  return typeof value === 'string' && value.trim().toLowerCase() === SUCCESSFUL;
}
