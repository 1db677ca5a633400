import type { FastifyReply } from 'fastify';

/** What an endpoint answers. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The names that errors go by. */
const ERRORS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** The provider's error envelope. */
export function errorAnswer(status: number, path: string, message: string, nowMs: number): ApiAnswer {
  return { status, body: { path, error: ERRORS[status] ?? 'Error', message, timestamp: nowMs, status } };
}

export function sendAnswer(reply: FastifyReply): (answer: ApiAnswer) => FastifyReply {
  return ({ status, body }) => reply.code(status).send(body);
}
