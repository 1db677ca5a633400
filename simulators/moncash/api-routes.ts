import type { FastifyInstance, FastifyRequest } from 'fastify';
import { respondUnder } from '../respond-under.ts';
import { createPayment } from './create-payment.ts';
import { type ApiResponse, errorResponse, sendResponse } from './responses.ts';
import { retrievePayment } from './retrieve-payment.ts';
import type { MoncashState } from './state.ts';

type Fields = Readonly<Record<string, unknown>>;
type Operation = 'CreatePayment' | 'RetrieveOrderPayment' | 'RetrieveTransactionPayment';

/** The three calls of the REST API, all POST with JSON and a bearer token. */
export function apiRoutes(app: FastifyInstance, state: MoncashState): void {
  const { faults, calls } = state;
  const route = (
    operation: Operation,
    fault: 'create' | 'query',
    subject: string,
    effect: (path: string, fields: Fields) => ApiResponse,
  ) => {
    const path = `/Api/v1/${operation}`;
    app.post(path, (request, reply) => {
      const fields = (typeof request.body === 'object' ? request.body : null) ?? {};
      const named = (fields as Fields)[subject];
      calls.push({ operation, subject: named === undefined ? null : String(named) });
      return respondUnder(() => faults[fault], reply, {
        effect: () => refuse(request, path, state) ?? effect(path, fields as Fields),
        send: sendResponse(reply),
      });
    });
  };
  route('CreatePayment', 'create', 'orderId', (path, fields) => createPayment(state, path, fields));
  route('RetrieveOrderPayment', 'query', 'orderId', (path, { orderId }) =>
    retrievePayment(state, path, typeof orderId === 'string' ? state.orders.find(orderId) : undefined),
  );
  route('RetrieveTransactionPayment', 'query', 'transactionId', (path, { transactionId: id }) =>
    retrievePayment(state, path, typeof id === 'string' ? state.orders.findByTransaction(id) : undefined),
  );
}

/** Undefined for a request that may be processed. */
function refuse(request: FastifyRequest, path: string, { tokens, now }: MoncashState): ApiResponse | undefined {
  const refusal = tokens.refuse(request.headers.authorization);
  if (refusal) return { status: 401, body: refusal };
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return errorResponse(415, path, 'Content type not supported', now());
  }
  if (!/application\/json|\*\/\*/.test(request.headers.accept ?? '')) {
    return errorResponse(400, path, 'The response is JSON alone', now());
  }
  return undefined;
}
