import type { FastifyReply } from 'fastify';

/** The response of an endpoint. */
export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The names of errors. */
const ERRORS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** The provider's error envelope. */
export function errorResponse(status: number, path: string, message: string, nowMs: number): ApiResponse {
  return { status, body: { path, error: ERRORS[status] ?? 'Error', message, timestamp: nowMs, status } };
}

export function sendResponse(reply: FastifyReply): (response: ApiResponse) => FastifyReply {
  return ({ status, body }) => reply.code(status).send(body);
}
