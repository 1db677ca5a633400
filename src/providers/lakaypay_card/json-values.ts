import { isObject, type JsonObject } from '../../lib/json-object.ts';

/** What should be an object; an empty one when it is not, so that nothing is found in it. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** What should be a text; undefined when it is not, or is empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
