/** More than any of our forms has. */
const MAX_FIELDS = 32;

/** A body that is no form in parts. */
class BadForm extends Error {
  readonly statusCode = 400;
}

/**
 * The fields of a form with a file, which is held whole: texts as texts, files as their bytes. Node reads it, as it reads a response to
 * `fetch`. Rejects with a 400 for a body that is no such form, or has too many fields.
 *
 * @param body bounded by whoever reads it from the network
 */
export async function parseMultipart(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const sent = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new BadForm('the body is no form in parts');
    });
  const fields: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const [name, value] of sent) {
    if (++count > MAX_FIELDS) throw new BadForm('the form has too many fields');
    // One that is sent twice is none, as in other forms.
    const read = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer());
    fields[name] = name in fields ? undefined : read;
  }
  return fields;
}
