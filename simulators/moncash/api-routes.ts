import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondUnder } from '../respond-under.ts';
import { createPayment } from './create-payment.ts';
import { type ApiResponse, errorResponse, sendResponse } from './responses.ts';
import { retrievePayment } from './retrieve-payment.ts';
import type { MoncashCall, MoncashState } from './state.ts';
import { prefundedBalance, transferStatus, transfert } from './transfers.ts';

/** The calls of the prefunded account, which has its own credentials. */
const PREFUNDED: readonly Operation[] = ['Transfert', 'PrefundedTransactionStatus', 'PrefundedBalance'];

type Fields = Readonly<Record<string, unknown>>;
type Operation = Exclude<MoncashCall['operation'], 'token'>;

/** The calls of the REST API, with a bearer token: all POST with JSON but the balance of the prefunded account. */
export function apiRoutes(app: FastifyInstance, state: MoncashState): void {
  const { faults, calls } = state;
  const route = (
    operation: Operation,
    fault: 'create' | 'query' | 'transfer' | 'transferQuery',
    subject: string,
    effect: (path: string, fields: Fields) => ApiResponse,
    method: 'GET' | 'POST' = 'POST',
  ) => {
    const path = `/Api/v1/${operation}`;
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const fields = (typeof request.body === 'object' ? request.body : null) ?? {};
      const named = (fields as Fields)[subject];
      calls.push({ operation, subject: named === undefined ? null : String(named) });
      return respondUnder(() => faults[fault], reply, {
        effect: () => refuse(request, path, operation, state) ?? effect(path, fields as Fields),
        send: sendResponse(reply),
      });
    };
    app.route({ method, url: path, handler });
  };
  route('CreatePayment', 'create', 'orderId', (path, fields) => createPayment(state, path, fields));
  route('RetrieveOrderPayment', 'query', 'orderId', (path, { orderId }) =>
    retrievePayment(state, path, typeof orderId === 'string' ? state.orders.find(orderId) : undefined),
  );
  route('RetrieveTransactionPayment', 'query', 'transactionId', (path, { transactionId: id }) =>
    retrievePayment(state, path, typeof id === 'string' ? state.orders.findByTransaction(id) : undefined),
  );
  route('Transfert', 'transfer', 'reference', (path, fields) => transfert(state, path, fields));
  route('PrefundedTransactionStatus', 'transferQuery', 'reference', (path, fields) =>
    transferStatus(state, path, fields),
  );
  route('PrefundedBalance', 'transferQuery', '', (path) => prefundedBalance(state, path), 'GET');
}

/** Undefined for a request that may be processed. */
function refuse(
  request: FastifyRequest,
  path: string,
  operation: Operation,
  { tokens, now, prefundedClient }: MoncashState,
): ApiResponse | undefined {
  const refusal = tokens.refuse(request.headers.authorization);
  if (refusal) return { status: 401, body: refusal };
  const isPrefunded = tokens.clientOf(request.headers.authorization) === prefundedClient.clientId;
  if (isPrefunded !== PREFUNDED.includes(operation)) {
    return errorResponse(403, path, 'Receiver organization does not exist', now());
  }
  if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/json')) {
    return errorResponse(415, path, 'Content type not supported', now());
  }
  if (!/application\/json|\*\/\*/.test(request.headers.accept ?? '')) {
    return errorResponse(400, path, 'The response is JSON alone', now());
  }
  return undefined;
}
