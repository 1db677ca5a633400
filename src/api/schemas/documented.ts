/** The keyword that request validators ignore, and whose members the OpenAPI document merges into the schema. */
export const DOCUMENTED = 'x-documented';

/**
 * Keywords that the document states but that a validator must not check, because other code checks them more exactly or
 * responds with its own error.
 */
export function documented(keywords: Record<string, unknown>) {
  return { [DOCUMENTED]: keywords };
}
