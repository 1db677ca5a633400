import { firstFields } from '../../lib/first-fields.ts';
import { parseObject } from '../../lib/json-object.ts';
import type { Incoming, Notice } from '../provider.ts';
import { jwtClaims } from './jwt-claims.ts';
import { paymentIdOf } from './order-id.ts';

/** What MonCash sends is not documented. These are the names that integrations have met. */
const TRANSACTION_NAMES = ['transactionId', 'transaction_id', 'transNumber', 'trans_number', 'trans'];
const LONGEST_BODY_BYTES = 16_384;
const ORDER_NAMES = ['orderId', 'order_id', 'reference', 'ref'];

/** Which payment a message is about: by its order, or by MonCash's number, for which MonCash has to be asked. */
interface NamedPayment {
  readonly paymentId?: number | undefined;
  readonly transactionId?: string | undefined;
}

/**
 * Reads what came in below `/providers/moncash/`: which payment it names, or how MonCash is asked which one it means. `lookUp` is
 * for one sender, and bounded.
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
    // What is not looked up now is found by the ordinary checks, a few seconds later.
    ...(paymentId === undefined &&
      transactionId !== undefined && {
        lookUp: (log, sender) => lookUp(transactionId, log, sender),
        lookUpRef: transactionId,
      }),
    response: isNavigation(incoming) ? 'visitor' : { status: 200, body: '' },
  };
}

/** Reads what came in from anybody at all: in the query, in a form or in JSON. What makes no sense names nothing. */
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
 * Whether a browser is waiting for a page. The path does not say: which of the two addresses in MonCash's portal is the
 * browser's is told differently by different people, and merchants enter them the wrong way round.
 */
function isNavigation({ method, headers }: Incoming): boolean {
  return method === 'GET' && String(headers.accept ?? '').includes('text/html');
}
