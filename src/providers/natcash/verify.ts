import { parseDecimal } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, isObject } from '../../platform/text/json-object.ts';
import { nextCheck } from '../next-check.ts';
import { type Outcome, ProviderUnavailable, type UnknownMoney, type Verification } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { type ApiDeps, callAboutOrder, logRefusal, type Reply, readInteger, uselessReply } from './client.ts';
import { makeRequestId, orderNumberOf, requestIdOf } from './provider-data.ts';
import type { NatcashSettings } from './settings.ts';
import { EXPIRED, NOT_FOUND, SUCCESS } from './status-codes.ts';

/** `250`, `250.5`, `1,000.00`, with or without the currency: `1,000.00 HTG`. */
const WRITTEN = /^(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?(?: ?HTG)?$/i;

/**
 * An amount as NatCash writes it, a number or a text, as exact centimes. Undefined for anything else: a misread
 * `1.000,00` would turn a paid payment into an underpaid one.
 */
export function readAmountMinor(value: unknown): number | undefined {
  // A JSON number with two decimals prints as it was written, up to amounts that no payment has.
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = WRITTEN.exec(written);
  if (!match) return undefined;
  const amountMinor = parseDecimal(`${match[1]?.replaceAll(',', '')}${match[2] ?? ''}`, 2);
  return amountMinor === 'too_precise' ? undefined : amountMinor;
}

const PAID = 1;
const FAILED = -1;
/** "Unknown", which NatCash also reports for an unpaid order. */
const UNKNOWN = -3;
/** Statuses that mean no money for the order. */
const UNPAID = [NOT_FOUND, EXPIRED];
/**
 * The form of NatCash's numbers that are stored. Longer numbers, and numbers with other characters, are not: not every store accepts them.
 */
const TRANS_ID = /^[\x21-\x7e]{1,64}$/;

/**
 * Queries NatCash for a payment's outcome. NatCash's response is the same for a customer who has not paid yet and for one who never will:
 * only the time distinguishes them. Throws ProviderUnavailable when the response says nothing about the payment.
 */
export async function checkOrder(deps: ApiDeps, payment: Payment, log: Log): Promise<Verification> {
  const call = { operation: 'checkTransaction', transactionId: payment.id } as const;
  const order = { requestId: requestIdOf(payment), orderNumber: orderNumberOf(payment.id) };
  const askedAtUs = deps.clock();
  const reply = await callAboutOrder(deps, log, { ...call, order });
  if (reply.status !== SUCCESS && !UNPAID.includes(reply.status)) {
    logRefusal(log, call, reply);
    throw uselessReply(call.operation, reply.status);
  }
  const transaction = reply.status === SUCCESS ? readTransaction(reply, order.orderNumber) : {};
  const response = describeReply(reply, deps.settings);
  return {
    outcome: outcomeOf(transaction, askedAtUs >= payment.expiresAtUs),
    word: wordOf(response),
    response,
    nextCheckAtUs: nextCheck(payment, deps.clock()),
    ...(transaction.transId !== undefined && { providerRef: transaction.transId }),
  };
}

/**
 * The money that NatCash holds for an order of ours that the store does not know. The order must have had the request
 * id that `makeRequestId` derives. Undefined when NatCash knows of none. Throws ProviderUnavailable.
 */
export async function findUnknown(
  deps: ApiDeps & Pick<ProviderDeps, 'box'>,
  paymentId: number,
  log: Log,
): Promise<UnknownMoney | undefined> {
  const call = { operation: 'checkTransaction', transactionId: paymentId } as const;
  const order = { requestId: makeRequestId(deps.box, paymentId), orderNumber: orderNumberOf(paymentId) };
  const reply = await callAboutOrder(deps, log, { ...call, order });
  if (UNPAID.includes(reply.status)) return undefined;
  if (reply.status !== SUCCESS) {
    logRefusal(log, call, reply);
    throw uselessReply(call.operation, reply.status);
  }
  const { responseCode, amount, transId } = readTransaction(reply, order.orderNumber);
  if (readInteger(responseCode) !== PAID) return undefined;
  const amountMinor = readAmountMinor(amount);
  return { providerRef: transId, paid: amountMinor === undefined ? null : { amountMinor, currency: 'HTG' } };
}

function outcomeOf({ responseCode, amount }: Transaction, isOver: boolean): Outcome {
  switch (readInteger(responseCode)) {
    case PAID: {
      const amountMinor = readAmountMinor(amount);
      if (amountMinor === undefined) {
        throw new ProviderUnavailable('natcash checkTransaction: paid, but the amount cannot be read');
      }
      return { status: 'completed', paid: { amountMinor, currency: 'HTG' } };
    }
    case FAILED:
      // The status of one attempt. NatCash's page may allow another: until its expiry, the next attempt may pay.
      return isOver ? { status: 'failed', failureReason: 'declined' } : { status: 'open' };
    default:
      // Any other code than "unknown" may mean that money is on its way.
      return isOver && isUndecided(responseCode) ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };
  }
}

/** Whether this is the code of an unpaid order. */
function isUndecided(responseCode: unknown): boolean {
  return [undefined, null, ''].some((nothing) => nothing === responseCode) || readInteger(responseCode) === UNKNOWN;
}

/** The status as the merchant reads it, shortened and without our secrets. */
function wordOf({ status, responseCode }: Record<string, unknown>): string {
  return responseCode === undefined ? `status ${status}` : `responseCode ${responseCode}`;
}

interface Transaction {
  readonly transId?: string | undefined;
  readonly amount?: unknown;
  readonly responseCode?: unknown;
}

/** The order in a successful response. An empty response, or one about another order, is no response. */
function readTransaction({ body }: Reply, orderNumber: string): Transaction {
  // An object without members may be written as an empty list.
  const data = Array.isArray(body.data) ? {} : body.data;
  if (!isObject(data) || (data.orderNumber ?? orderNumber) !== orderNumber) {
    throw new ProviderUnavailable('natcash checkTransaction: success, but nothing about this order');
  }
  const { transId, amount, responseCode } = data;
  return { transId: readTransId(transId), amount, responseCode };
}

/** A number of NatCash in a form that can be stored; undefined for anything else. */
export function readTransId(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && TRANS_ID.test(text) ? text : undefined;
}

const LONGEST_TEXT = 200;
/** Eight digits and more, in a row or in groups: as long as a Haitian phone number, or longer. */
const PHONE_LIKE = /\+?\d(?:[ .-]?\d){7,}/g;

/** NatCash's own response about an order, for the merchant: without complete phone numbers, and without our secrets. */
export function describeReply({ status, body }: Reply, settings: NatcashSettings): Record<string, unknown> {
  const data = asObject(body.data);
  const texts = {
    code: plain(body.code),
    message: maskPhones(withoutSecrets(plain(body.message), settings)),
    transId: plain(data.transId),
    orderNumber: plain(data.orderNumber),
    amount: plain(data.amount),
    toPhone: maskPhones(plain(data.toPhone)),
    responseCode: plain(data.responseCode),
  };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return { provider: 'natcash', status, ...Object.fromEntries(given.map(([name, value]) => [name, shortened(value)])) };
}

/** A text or a number. Anything else is omitted: it is not in NatCash's protocol. */
function plain(value: unknown): string | number | undefined {
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

/** Call it only after secrets are hidden, because half a password would not be recognised. */
function shortened(value: string | number | undefined): string | number | undefined {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value;
}

/** Masks all digits but the last two. */
function maskPhones(value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined;
  return String(value).replaceAll(PHONE_LIKE, (phone) => `…${phone.slice(-2)}`);
}

/** A server that quotes our request also quotes its password. */
function withoutSecrets(value: string | number | undefined, settings: NatcashSettings): string | undefined {
  if (value === undefined) return undefined;
  const { password, privateKey, functionCode, username, partnerCode } = settings;
  const secrets = [password, privateKey, functionCode, username, partnerCode];
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), String(value));
}
