import type { FastifyReply } from 'fastify';
import { answerUnder } from '../respond-under.ts';
import type { CallFault } from '../fault-words.ts';
import { newId } from './account.ts';
import { ApiError } from './api-error.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a request comes to: its result, or the error it ends with. */
export function answerOf(act: () => object): Answer {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, body, intent } = error;
    return { status, body: { error: { ...body, ...(intent && { payment_intent: intent }) } } };
  }
}

/** Answers as the fault says that is in force; `act` is what the call does, and runs once or not at all. */
export function sendWithFault(
  reply: FastifyReply,
  fault: () => CallFault,
  act: () => Promise<Answer>,
): Promise<FastifyReply> {
  const body = { error: { type: 'api_error', message: 'An unknown error occurred' } };
  return answerUnder(fault, reply, {
    effect: act,
    send: (answer) => send(reply, answer),
    own: { error_500: () => send(reply, { status: 500, body }) },
  });
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'request-id': newId('req'), ...headers })
    .type('application/json')
    .send(JSON.stringify(body, null, 2));
}
