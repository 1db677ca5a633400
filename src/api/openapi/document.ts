/** The parts of an OpenAPI 3.1 document that this gateway uses, shared by the code that completes it and the code that renders it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact?: object;
  };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  readonly components: {
    readonly schemas: Record<string, SchemaObject>;
    responses?: Record<string, ResponseObject>;
    headers?: Record<string, unknown>;
    readonly securitySchemes: Record<string, unknown>;
  };
}

type PathItem = Record<string, Operation>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: Parameter[];
  requestBody?: { readonly description?: string; readonly required: boolean; readonly content: Content };
  readonly responses: Record<string, ResponseObject>;
  readonly security?: readonly unknown[];
  /** Replaces the document's servers. */
  servers?: readonly { readonly url: string }[];
  /** Programs that send this request, for tools that show the document. */
  'x-codeSamples'?: readonly CodeSample[];
}

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: SchemaObject;
}

interface ResponseObject {
  readonly description: string;
  headers?: Record<string, unknown>;
  readonly content?: Content;
}

export type Content = Record<string, { readonly schema: SchemaObject; readonly examples?: Examples }>;

export type Examples = Record<string, { readonly summary?: string; readonly value: unknown }>;

export interface SchemaObject {
  readonly $ref?: string;
  type?: string | string[];
  readonly description?: string;
  enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly SchemaObject[];
  /** The kinds of an object, all of them references to shared schemas. */
  readonly oneOf?: readonly SchemaObject[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
  readonly items?: SchemaObject;
  readonly properties?: Record<string, SchemaObject>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaObject;
  readonly examples?: readonly unknown[];
}

const SCHEMAS = '#/components/schemas/';

export function schemaRef(name: string): SchemaObject {
  return { $ref: `${SCHEMAS}${name}` };
}

/** The name in a reference to a shared schema; undefined for an inline schema. */
export function refName({ $ref }: SchemaObject): string | undefined {
  return $ref?.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;
}

/** The shared schema that a reference names, or the schema itself. */
function resolve(document: OpenApiDocument, schema: SchemaObject): SchemaObject {
  const name = refName(schema);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

/** The kinds in the union of a schema or of the schema it refers to, or the schema alone. */
export function kindsOf(document: OpenApiDocument, schema: SchemaObject): readonly SchemaObject[] {
  const resolved = resolve(document, schema);
  return (resolved.oneOf ?? resolved.anyOf)?.flatMap((kind) => kindsOf(document, kind)) ?? [resolved];
}

/** Every operation under a path, with its address and method, in the order of the document. */
export function operations(document: OpenApiDocument): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}
