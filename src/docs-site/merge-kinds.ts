import { isDeepStrictEqual } from 'node:util';
import type { SchemaObject } from '../api/openapi/document.ts';

/** The kinds of an object merged into one: a field is required if every kind requires it, and accepts what any kind accepts. */
export function mergeKinds(kinds: readonly SchemaObject[]): SchemaObject {
  const [first = {}] = kinds;
  if (kinds.length <= 1) return first;
  const names = new Set(kinds.flatMap(({ properties = {} }) => Object.keys(properties)));
  const required = [...names].filter((name) => kinds.every((kind) => kind.required?.includes(name)));
  return {
    type: 'object',
    required,
    properties: Object.fromEntries([...names].map((name) => [name, mergeFields(fieldsOf(kinds, name))])),
  };
}

/** The fields that distinguish a kind: another kind lacks them, or differs in whether they are required or in their type. */
export function ownFields(kind: SchemaObject, kinds: readonly SchemaObject[]): SchemaObject {
  const isShared = (name: string) =>
    fieldsOf(kinds, name).length === kinds.length &&
    distinct(fieldsOf(kinds, name)).length === 1 &&
    new Set(kinds.map(({ required }) => required?.includes(name))).size === 1;
  const own = Object.entries(kind.properties ?? {}).filter(([name]) => !isShared(name));
  return { ...kind, properties: Object.fromEntries(own) };
}

function fieldsOf(kinds: readonly SchemaObject[], name: string): SchemaObject[] {
  return kinds.map(({ properties }) => properties?.[name]).filter((field) => field !== undefined);
}

function mergeFields(fields: readonly SchemaObject[]): SchemaObject {
  const parts = distinct(fields.flatMap((field) => field.anyOf ?? [field]));
  const [first = {}] = parts;
  const description = fields.find((field) => field.description)?.description;
  if (distinct(fields).length === 1) return first === fields[0] ? first : (fields[0] ?? {});
  const values = parts.flatMap(({ const: only, enum: several }) => several ?? (only === undefined ? [] : [only]));
  const named = { ...(description !== undefined && { description }) };
  if (parts.every((part) => part.enum ?? part.const !== undefined)) {
    return { ...named, type: [...new Set(parts.flatMap(({ type }) => type ?? []))], enum: [...new Set(values)] };
  }
  return parts.length === 1 ? { ...first, ...named } : { ...named, anyOf: nullLast(parts) };
}

function nullLast(parts: readonly SchemaObject[]): SchemaObject[] {
  return [...parts.filter(({ type }) => type !== 'null'), ...parts.filter(({ type }) => type === 'null')];
}

/** The schemas that differ in more than their description. */
function distinct(schemas: readonly SchemaObject[]): SchemaObject[] {
  const bare = ({ description: _, examples: __, ...rest }: SchemaObject) => rest;
  return schemas.filter(
    (schema, i) => schemas.findIndex((other) => isDeepStrictEqual(bare(other), bare(schema))) === i,
  );
}
