import type { FastifyReply } from 'fastify';
import { answerEndlessly, dropConnection } from '../break-answer.ts';
import { newId } from './account.ts';
import { ApiError } from './api-error.ts';
import type { ApiFault } from './faults.ts';

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
export async function sendWithFault(
  reply: FastifyReply,
  fault: () => ApiFault,
  act: () => Promise<Answer>,
): Promise<FastifyReply> {
  switch (fault()) {
    case 'none':
      return send(reply, await act());
    case 'server_error':
      return send(reply, {
        status: 500,
        body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
      });
    case 'garbage':
      await act();
      return reply.code(200).type('text/html').send('<html><body>System Error</body></html>');
    case 'endless':
      await act();
      return answerEndlessly(reply);
    case 'drop_before':
      return dropConnection(reply);
    case 'drop_after':
      await act();
      return dropConnection(reply);
    case 'hang_before':
      await whileIn('hang_before', fault, reply);
      return dropConnection(reply);
    case 'hang_after': {
      const answer = await act();
      await whileIn('hang_after', fault, reply);
      return send(reply, answer);
    }
  }
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'request-id': newId('req'), ...headers })
    .type('application/json')
    .send(JSON.stringify(body, null, 2));
}

/** Until the switch is turned, or whoever asked has gone. */
async function whileIn(state: ApiFault, fault: () => ApiFault, reply: FastifyReply): Promise<void> {
  while (fault() === state && !reply.raw.destroyed) await new Promise((done) => setTimeout(done, 10));
}
