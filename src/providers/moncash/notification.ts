import { firstFields } from '../../platform/text/first-fields.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { Incoming, Notice } from '../provider.ts';
import { jwtClaims, paymentIdOf } from './provider-data.ts';

/** MonCash does not document its messages. These are the names that integrations have found. */
const TRANSACTION_NAMES = ['transactionId', 'transaction_id', 'transNumber', 'trans_number', 'trans'];
const LONGEST_BODY_BYTES = 16_384;
const ORDER_NAMES = ['orderId', 'order_id', 'reference', 'ref'];

/** The payment of a message: by its order, or by MonCash's number, for which MonCash has to be queried. */
interface NamedPayment {
  readonly paymentId?: number | undefined;
  readonly transactionId?: string | undefined;
}

/**
 * Reads a message below `/providers/moncash/`: the payment that it names, or the query that finds it. `lookUp` is limited, separately for
 * customers and for other senders.
 */
export function readNotification(
  incoming: Incoming,
  lookUp: (transactionId: string, ...sender: Parameters<NonNullable<Notice['lookUp']>>) => Promise<number | undefined>,
): Notice {
  if (incoming.path !== 'return' && incoming.path !== 'alert') {
    return { paymentId: undefined, response: { status: 404, body: '' } };
  }
  const { paymentId, transactionId } = readNamedPayment(incoming);
  return {
    paymentId,
    // If the payment is not looked up now, the ordinary checks find it a few seconds later.
    ...(paymentId === undefined &&
      transactionId !== undefined && {
        lookUp: (log, sender) => lookUp(transactionId, log, sender),
        lookUpRef: transactionId,
      }),
    response: isNavigation(incoming) ? 'visitor' : { status: 200, body: '' },
  };
}

/** Reads a message from any sender: in the query, in a form or in JSON. An invalid message names nothing. */
function readNamedPayment({ query, headers, body }: Pick<Incoming, 'query' | 'headers' | 'body'>): NamedPayment {
  const sources = [query, bodyFields(body, String(headers['content-type'] ?? ''))];
  const valuesOf = (names: readonly string[]) =>
    sources.flatMap((source) => names.map((name) => source.get(name))).filter((value) => value !== null);
  const transactions = valuesOf(TRANSACTION_NAMES);
  // Some transaction ids are web tokens that name the order.
  const orders = [...valuesOf(ORDER_NAMES), ...transactions.map((value) => jwtClaims(value)?.ref)];
  for (const order of orders) {
    const paymentId = paymentIdOf(order);
    if (paymentId !== undefined) return { paymentId };
  }
  return { transactionId: transactions.find((value) => /^\d{4,20}$/.test(value)) };
}

function bodyFields(body: Buffer, contentType: string): URLSearchParams {
  if (body.length === 0 || body.length > LONGEST_BODY_BYTES) return new URLSearchParams();
  const text = body.toString('utf8');
  const object = contentType.includes('json') || text.trimStart().startsWith('{') ? parseObject(text) : undefined;
  if (!object) return new URLSearchParams(firstFields(text));
  const scalars = Object.entries(object).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return new URLSearchParams(scalars.map(([name, value]): [string, string] => [name, String(value)]));
}

/**
 * Whether a browser is waiting for a page. The path does not show it: sources disagree on which of the two addresses in
 * MonCash's portal is the browser's, and merchants swap them.
 */
function isNavigation({ method, headers }: Incoming): boolean {
  return method === 'GET' && String(headers.accept ?? '').includes('text/html');
}
