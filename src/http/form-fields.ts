import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';

/** More than any of our forms has. The rest is not read. */
const MAX_FIELDS = 32;

/** The fields of a form's body. */
export function parseFields(text: string): Record<string, unknown> {
  return parse(text, '&', '=', { maxKeys: MAX_FIELDS });
}

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
