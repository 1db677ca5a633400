import { isSameText } from '../../platform/secrets/secrets.ts';
import { firstFields } from '../../platform/text/first-fields.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { Incoming, Notice } from '../provider.ts';
import { readOrderNumber } from './provider-data.ts';
import type { NatcashSettings } from './settings.ts';
import { signReturn } from './signatures.ts';

const PAID = '1';

/** Reads a message below `/providers/natcash/`: only customers return there, at `return`. */
export function readNotification({ functionCode }: NatcashSettings, incoming: Incoming): Notice {
  const returned = incoming.path === 'return' ? readReturn(functionCode, incoming) : undefined;
  return {
    paymentId: returned?.paymentId,
    ...(returned && { isProven: true }),
    // The code is signed; the amount and NatCash's number are not.
    ...(returned?.code === PAID && { money: { paid: null } }),
    response: 'customer',
  };
}

/**
 * The payment of a customer who returns from NatCash's page; undefined when NatCash has not signed it. A signature is
 * valid forever and covers no amount: it is a reason to query NatCash, and nothing more.
 */
function readReturn(functionCode: string, incoming: Incoming): { paymentId: number; code: string } | undefined {
  const fields = fieldsOf(incoming);
  const [code, orderNumber, signature] = ['code', 'orderNumber', 'signature'].map((name) => onlyValue(fields, name));
  if (code === undefined || orderNumber === undefined || signature === undefined) return undefined;
  if (!isSameText(signReturn(functionCode, { orderNumber, code }), signature)) return undefined;
  const paymentId = readOrderNumber(orderNumber);
  // The payment id in our own return address is not signed: it must match the signed order.
  const isSame = fields.getAll('payment').every((payment) => payment === String(paymentId));
  return paymentId !== undefined && isSame ? { paymentId, code } : undefined;
}

/** With GET, NatCash adds its fields to the query. A POST is undocumented: a form, or JSON. */
function fieldsOf({ query, method, headers, body }: Incoming): URLSearchParams {
  if (method === 'GET') return query;
  const text = body.toString('utf8');
  const sent = /json/i.test(String(headers['content-type'])) ? scalarsOf(text) : new URLSearchParams(firstFields(text));
  return new URLSearchParams([...query, ...sent]);
}

/**
 * The members of a JSON object that are texts or numbers. Anyone may send this object: converting its other values to
 * text could fail.
 */
function scalarsOf(text: string): [string, string][] {
  return Object.entries(parseObject(text) ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
}

/** A repeated name means a forged message. */
function onlyValue(fields: URLSearchParams, name: string): string | undefined {
  const values = fields.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
