export type JsonObject = Readonly<Record<string, unknown>>;

/** What should be an object; an empty one when it is not, so that nothing is found in it. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** What should be a text; undefined when it is not, or is empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
