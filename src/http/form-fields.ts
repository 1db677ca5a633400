import { parse } from 'node:querystring';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** More fields than any of our forms has. Further ones are not read. */
const MAX_FIELDS = 32;

/** The first `maxFields` fields of a form's body. */
export function parseFields(text: string, maxFields = MAX_FIELDS): Record<string, unknown> {
  return parse(text, '&', '=', { maxKeys: maxFields });
}

/** A field of a submitted form as text; empty when it is missing or was sent twice. */
export function formField(request: FastifyRequest, name: string): string {
  return textOf(request.body, name);
}

/** A field of the query as text; empty when it is missing or was sent twice. */
export function queryField(request: FastifyRequest, name: string): string {
  return textOf(request.query, name);
}

/** All values of a field, such as the ticked checkboxes with one name. */
export function formFields(request: FastifyRequest, name: string): string[] {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name];
  return [value].flat().filter((each) => typeof each === 'string');
}

function textOf(source: unknown, name: string): string {
  const value = (source as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** The bytes of a file in a submitted form; undefined when none was chosen. */
export function fileField(request: FastifyRequest, name: string): Buffer | undefined {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name];
  return Buffer.isBuffer(value) && value.length > 0 ? value : undefined;
}

/** Redirects the browser to `location` with a GET, so that a reload sends nothing twice. */
export function seeOther(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).send();
}
