import { parse } from 'node:querystring';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The body is not a multipart form, or has too many fields. */
class BadForm extends Error {
  readonly statusCode = 400;
}

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

/**
 * The fields of a form with a file, all in memory: text fields as text, files as bytes. Node parses the form, as it
 * would parse a response of `fetch`. Rejects with a 400 for a body that is not such a form, or has too many fields.
 *
 * @param body limited in size by the code that reads it from the network
 */
export async function parseMultipart(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const sent = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new BadForm('the body is not a multipart form');
    });
  const fields: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const [name, value] of sent) {
    if (++count > MAX_FIELDS) throw new BadForm('the form has too many fields');
    // A field that is sent twice counts as missing, as in other forms.
    const read = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer());
    fields[name] = name in fields ? undefined : read;
  }
  return fields;
}
