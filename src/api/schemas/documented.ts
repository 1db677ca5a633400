/** The keyword that request validators ignore, and whose members the OpenAPI document merges into the schema. */
export const DOCUMENTED = 'x-documented';

/**
 * What the document states about a value but a validator must not check, because the code that checks it is more exact or responds with its
 * own error.
 */
export function documented(keywords: Record<string, unknown>) {
  return { [DOCUMENTED]: keywords };
}
