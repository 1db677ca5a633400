/** More fields than any of our forms has. */
const MAX_FIELDS = 32;

/** The body is not a multipart form. */
class BadForm extends Error {
  readonly statusCode = 400;
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
