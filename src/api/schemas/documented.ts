/** The keyword that validators of requests pass over, and whose members the OpenAPI document shows beside those of its schema. */
export const DOCUMENTED = 'x-documented';

/**
 * What the document says of a value, and a validator must not check: because the code behind it judges more exactly, or
 * answers with an error of its own.
 */
export function documented(keywords: Record<string, unknown>) {
  return { [DOCUMENTED]: keywords };
}
