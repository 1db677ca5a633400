import { ERRORS, type ErrorCode } from '../../core/errors.ts';

/**
 * JSON Schema as plain objects. The compiler also knows the type of the accepted values (`ValueOf`), which does not
 * exist at run time.
 */
export interface Schema<Value = unknown> {
  readonly [VALUE]?: Value;
  readonly [keyword: string]: unknown;
}

declare const VALUE: unique symbol;

/** The type of the values that a schema accepts. */
export type ValueOf<S> = S extends Schema<infer Value> ? Value : never;

/** A schema of objects, whose members can be read. */
export interface ObjectSchema<Value = unknown> extends Schema<Value> {
  readonly properties: Readonly<Record<string, Schema>>;
}

/** An optional member. */
interface Optional<Value = unknown> {
  readonly optional: Schema<Value>;
}

type Members = Readonly<Record<string, Schema | Optional>>;

type Keywords = Readonly<Record<string, unknown>>;

/** The errors that every endpoint of the merchant API can respond with. */
export const EVERYWHERE: readonly ErrorCode[] = [
  'bad_request',
  'missing_api_key',
  'invalid_api_key',
  'api_key_inactive',
  'website_inactive',
  'action_not_allowed',
  'request_timeout',
  'rate_limit_exceeded',
  'too_many_attempts',
  'request_header_fields_too_large',
  'internal_error',
  'service_unavailable',
];

/** The keyword that request validators ignore, and whose members the OpenAPI document merges into the schema. */
export const DOCUMENTED = 'x-documented';

export function string(keywords: Keywords = {}): Schema<string> {
  return { type: 'string', ...keywords };
}

export function number(keywords: Keywords = {}): Schema<number> {
  return { type: 'number', ...keywords };
}

export function integer(keywords: Keywords = {}): Schema<number> {
  return { type: 'integer', ...keywords };
}

export function boolean(keywords: Keywords = {}): Schema<boolean> {
  return { type: 'boolean', ...keywords };
}

export function literal<const Value extends string | boolean>(value: Value, keywords: Keywords = {}): Schema<Value> {
  return { type: typeof value, const: value, ...keywords };
}

export function oneOf<const Value extends string>(values: readonly Value[], keywords: Keywords = {}): Schema<Value> {
  return { enum: [...values], ...keywords };
}

export function nullable<Value>(schema: Schema<Value>, keywords: Keywords = {}): Schema<Value | null> {
  return { anyOf: [schema, { type: 'null' }], ...keywords };
}

export function array<Value>(items: Schema<Value>): Schema<Value[]> {
  return { type: 'array', items };
}

/** A schema that is shared under its `$id`. */
export function ref($id: string): Schema {
  return { $ref: $id };
}

export function optional<Value>(schema: Schema<Value>): Optional<Value> {
  return { optional: schema };
}

type OptionalNames<M> = { [K in keyof M]: M[K] extends Optional ? K : never }[keyof M];
type ObjectOf<M extends Members> = { [K in Exclude<keyof M, OptionalNames<M>>]: ValueOf<M[K]> } & {
  [K in OptionalNames<M>]?: M[K] extends Optional<infer Value> ? Value : never;
};

/** An object with these members, all required except those that are `optional(…)`. */
export function object<M extends Members>(members: M, keywords: Keywords = {}): ObjectSchema<ObjectOf<M>> {
  const entries = Object.entries<Schema | Optional>(members);
  const required = entries.filter(([, member]) => !isOptional(member)).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, isOptional(member) ? member.optional : member]),
    ),
    ...keywords,
  };
}

function isOptional(member: Schema | Optional): member is Optional {
  return 'optional' in member;
}

/**
 * One kind of an object, for the document: all members of the object, with those in `members` replaced, or removed if undefined. `required`
 * extends the object's required members.
 */
export function kindOf(
  whole: ObjectSchema,
  $id: string,
  {
    members = {},
    required = [],
  }: { members?: Readonly<Record<string, Schema | undefined>>; required?: readonly string[] },
): ObjectSchema {
  const { required: always = [], description: _, ...rest } = whole as ObjectSchema & { required?: readonly string[] };
  const properties = Object.entries({ ...whole.properties, ...members }).filter(([, schema]) => schema !== undefined);
  return {
    ...rest,
    $id,
    required: [...always, ...required],
    properties: Object.fromEntries(properties) as Record<string, Schema>,
  };
}

/** A union for the document. The value of `member` decides an object's kind: `kinds` has a shared schema for each value. */
export function unionBy(
  $id: string,
  member: string,
  kinds: Readonly<Record<string, Schema>>,
  description: string,
): Schema {
  const mapping = Object.entries(kinds).map(([value, kind]) => [value, `#/components/schemas/${kind.$id}`]);
  return {
    ...unionOf($id, [...new Set(Object.values(kinds))], description),
    discriminator: { propertyName: member, mapping: Object.fromEntries(mapping) },
  };
}

/** A union for the document: an object of exactly one of these kinds, which are all shared schemas. */
export function unionOf($id: string, kinds: readonly Schema[], description: string): Schema {
  return { $id, description, oneOf: kinds.map((kind) => ref(kind.$id as string)) };
}

/** `{success: true, data}`: the envelope of every endpoint but creation and health. */
export function enveloped(data: Schema, extras: Members = {}): Schema {
  return object({ success: literal(true), data, ...extras }, { additionalProperties: false });
}

/** The `response` of a route: its success, its own errors and those of every endpoint, each with its example. */
export function responses(
  success: { status: number; description: string; schema: Schema; examples: Record<string, unknown> },
  own: readonly ErrorCode[] = [],
) {
  const byStatus: Record<number, unknown> = {
    [success.status]: { description: success.description, content: json(success.schema, success.examples) },
  };
  const codes = [...own, ...EVERYWHERE].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    const ofStatus = codes.filter((code) => ERRORS[code].status === status);
    byStatus[status] = {
      description: ofStatus.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
      content: json(ref('Error'), Object.fromEntries(ofStatus.map((code) => [code, { value: errorExample(code) }]))),
    };
  }
  return byStatus;
}

function json(schema: Schema, examples: Record<string, unknown>) {
  return { 'application/json': { schema, examples } };
}

/** The body of an error as a client gets it. */
function errorExample(code: ErrorCode) {
  const { status, message } = ERRORS[code];
  return {
    success: false,
    error: code,
    message,
    ...(code === 'validation_error' && { errors: { amount: ['The amount field is required.'] } }),
    ...(status === 429 && { retry_after: 42 }),
  };
}

/**
 * Keywords that the document states but that a validator must not check, because other code checks them more exactly or
 * responds with its own error.
 */
export function documented(keywords: Record<string, unknown>) {
  return { [DOCUMENTED]: keywords };
}
