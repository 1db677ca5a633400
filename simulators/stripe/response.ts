import type { FastifyReply } from 'fastify';
import type { CallFault } from '../fault-words.ts';
import { respondUnder } from '../respond-under.ts';
import { newId } from './account.ts';
import { ApiError } from './api-error.ts';

export interface StripeResponse {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The outcome of a request: its result, or its error. */
export function responseOf(act: () => object): StripeResponse {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, body, intent } = error;
    return { status, body: { error: { ...body, ...(intent && { payment_intent: intent }) } } };
  }
}

/** Responds to a call, or fails as the current fault requires. `act` executes the call, and runs once or not at all. */
export function sendWithFault(
  reply: FastifyReply,
  fault: () => CallFault,
  act: () => Promise<StripeResponse>,
): Promise<FastifyReply> {
  const body = { error: { type: 'api_error', message: 'An unknown error occurred' } };
  return respondUnder(fault, reply, {
    effect: act,
    send: (response) => send(reply, response),
    own: { error_500: () => send(reply, { status: 500, body }) },
  });
}

function send(reply: FastifyReply, { status, body, headers = {} }: StripeResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ 'request-id': newId('req'), ...headers })
    .type('application/json')
    .send(JSON.stringify(body, null, 2));
}
