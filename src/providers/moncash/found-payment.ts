import { parseDecimal } from '../../core/money.ts';
import type { HttpResponse } from '../../platform/network/http.ts';
import { isObject, parseObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import { errorText, maskedNumber, shortText } from './error-text.ts';
import { paymentIdOf } from './provider-data.ts';

/** MonCash's record of an order or a transaction. */
export interface FoundPayment {
  /** Our payment, by MonCash's reference; undefined when it is none of ours. */
  readonly paymentId: number | undefined;
  /** MonCash's own number of the transaction. */
  readonly transactionId: string | undefined;
  /** The status in lower case. Only `successful` means paid. */
  readonly message: string;
  /** Centimes; undefined when it is not an amount. */
  readonly costMinor: number | undefined;
  /** The wallet that paid: 509 and eight digits; undefined when MonCash names none. Personal data. */
  readonly payer: string | undefined;
}

export interface QueryResponse {
  /** Undefined when MonCash has no record: the order was not paid, or not yet. */
  readonly found: FoundPayment | undefined;
  /** MonCash's own response, without personal data. */
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * Reads the response to either query. Throws ProviderUnavailable for anything but a payment or "not found", which says
 * nothing about the payment.
 */
export function readQueryResponse({ status, text }: HttpResponse, operation: string): QueryResponse {
  const response = parseObject(text);
  const error = response && errorText(response);
  if (status === 404 && error !== undefined) return { found: undefined, response: { status, error } };
  const payment = status === 200 ? response?.payment : undefined;
  if (!isObject(payment)) {
    throw new ProviderUnavailable(`moncash ${operation}: ${error ?? 'no payment in the response'} (${status})`);
  }
  const { reference, transaction_id, cost, message, payer } = payment;
  const transactionId = readTransactionId(transaction_id);
  return {
    found: {
      paymentId: paymentIdOf(reference),
      transactionId,
      message: typeof message === 'string' ? message.trim().toLowerCase() : '',
      costMinor: readCost(cost),
      payer: isScalar(payer) && /^509\d{8}$/.test(String(payer)) ? String(payer) : undefined,
    },
    response: {
      reference: paymentIdOf(reference) === undefined ? null : String(reference),
      transaction_id: transactionId ?? null,
      cost: isScalar(cost) && /^[\d.,]{1,20}$/.test(String(cost)) ? cost : null,
      message: typeof message === 'string' ? shortText(message) : null,
      payer: isScalar(payer) ? maskedPhone(String(payer)) : null,
    },
  };
}

/** A number of MonCash's. So far all were digits. Any value but a short word is dropped. */
export function readTransactionId(value: unknown): string | undefined {
  return isScalar(value) && /^[\w-]{1,64}$/.test(String(value)) ? String(value) : undefined;
}

/** A number, or a number's text, in gourdes. */
function readCost(value: unknown): number | undefined {
  const minor = isScalar(value) ? parseDecimal(String(value).trim(), 2) : undefined;
  return typeof minor === 'number' && minor > 0 ? minor : undefined;
}

/** Null for a text that is no phone number, because it could be any personal data. */
function maskedPhone(text: string): string | null {
  return /^\+?[\d\s().-]{3,24}$/.test(text) ? maskedNumber(text) : null;
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
