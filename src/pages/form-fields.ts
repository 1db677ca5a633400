import type { FastifyRequest } from 'fastify';

/** A field of a submitted form as text; empty when it is missing or was sent twice. */
export function formField(request: FastifyRequest, name: string): string {
  return textOf(request.body, name);
}

/** The same for the query. */
export function queryField(request: FastifyRequest, name: string): string {
  return textOf(request.query, name);
}

function textOf(source: unknown, name: string): string {
  const value = (source as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
