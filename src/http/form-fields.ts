import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';

/** More than any of our forms has. The rest is not read. */
const MAX_FIELDS = 32;

/** The fields of a form's body, no more than `maxFields` of them. */
export function parseFields(text: string, maxFields = MAX_FIELDS): Record<string, unknown> {
  return parse(text, '&', '=', { maxKeys: maxFields });
}

/** A field of a submitted form as text; empty when it is missing or was sent twice. */
export function formField(request: FastifyRequest, name: string): string {
  return textOf(request.body, name);
}

/** The same for the query. */
export function queryField(request: FastifyRequest, name: string): string {
  return textOf(request.query, name);
}

/** All that was sent of a field, such as the boxes of one name that were ticked. */
export function formFields(request: FastifyRequest, name: string): string[] {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name];
  return [value].flat().filter((each) => typeof each === 'string');
}

function textOf(source: unknown, name: string): string {
  const value = (source as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** The bytes of a file of a submitted form; undefined when none was chosen. */
export function fileField(request: FastifyRequest, name: string): Buffer | undefined {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name];
  return Buffer.isBuffer(value) && value.length > 0 ? value : undefined;
}
