import {
  kindsOf,
  type OpenApiDocument,
  operations,
  type Parameter,
  refName,
  type SchemaObject,
} from '../api/openapi/document.ts';
import { type Html, html, joinHtml } from '../platform/html/html.ts';
import type { ReferenceWords } from '../platform/messages/reference/reference-messages.ts';
import { breakable, code, inline } from './markup.ts';
import { mergeKinds, ownFields } from './merge-kinds.ts';

/** The objects of responses. Request bodies are shown with their operations. */
export function shownObjects(document: OpenApiDocument): [name: string, schema: SchemaObject][] {
  const inRequests = new Set(
    operations(document).flatMap(({ operation: { requestBody } }) => {
      const name = refName(requestBody?.content['application/json']?.schema ?? {});
      return name === undefined ? [] : [name, ...kindNames(document, name)];
    }),
  );
  return Object.entries(document.components.schemas).filter(([name]) => !inRequests.has(name));
}

/** The names of the shared schemas in the union with this name, at any depth. */
function kindNames(document: OpenApiDocument, name: string): string[] {
  const { oneOf, anyOf = [] } = document.components.schemas[name] ?? {};
  const names = (oneOf ?? anyOf).map(refName).filter((kind) => kind !== undefined);
  return names.flatMap((kind) => [kind, ...kindNames(document, kind)]);
}

/** The objects of responses in order. A kind of another object is shown by its differences. */
export function objectsContent(document: OpenApiDocument, options: FieldOptions): Html {
  const shown = shownObjects(document);
  const unionOf = (name: string) => shown.find(([union]) => kindNames(document, union).includes(name));
  return html`${shown.map(([name, schema]) => {
    const [union, whole] = unionOf(name) ?? [];
    const fields = whole ? ownFields(schema, kindsOf(document, whole)) : mergeKinds(kindsOf(document, schema));
    const text = whole
      ? html`<a href="${options.hrefOf(objectId(union!))}">${union!}</a> ${options.words.inWhich}`
      : schema.description && inline(options.text(schema.description));
    return html`<h2 id="${objectId(name)}"><a href="#${objectId(name)}">${name}</a></h2>
${text && html`<p>${text}</p>`}${schemaFields(fields, options)}
`;
  })}`;
}

export function objectId(name: string): string {
  return `object-${name}`;
}

export interface FieldOptions {
  /** The address of an object, by its id. */
  readonly hrefOf: (id: string) => string;
  /** A text of the OpenAPI document in the reader's language. */
  readonly text: (english: string) => string;
  readonly words: ReferenceWords;
  /** Requests show which fields are required; responses contain every field. */
  readonly isRequest?: boolean;
}

/** The fields of an object as a list. */
export function schemaFields(schema: SchemaObject, options: FieldOptions): Html {
  const { isRequest = false, words } = options;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    entry({
      name,
      type: typeOf(field, options),
      mark: markOf(schema.required?.includes(name) === true, isRequest, words),
      text: options.text(fieldText(field)),
      limits: limitsOf(field, words),
      nested: nestedFields(field, options),
    }),
  );
  return html`<dl class="fields">${fields}</dl>`;
}

export function parameterFields(parameters: readonly Parameter[], options: FieldOptions): Html {
  const fields = parameters.map(({ name, required, description, schema, example }) =>
    entry({
      name,
      type: typeOf(schema, options),
      mark: required ? requiredMark(options.words) : '',
      text: options.text(description ?? ''),
      limits: [...limitsOf(schema, options.words), ...exampleOf(schema, example, options.words)],
      nested: '',
    }),
  );
  return html`<dl class="fields">${fields}</dl>`;
}

/** No example is shown if it is the default, or empty as the cursor of the first page. */
function exampleOf(schema: SchemaObject, example: unknown, words: ReferenceWords): Html[] {
  return example === undefined || example === '' || example === schema.default
    ? []
    : [html`${words.example} ${code(String(example))}`];
}

/** In a request, whether a field is required; in a response, whether it can be absent. */
function markOf(isRequired: boolean, isRequest: boolean, words: ReferenceWords): Html | '' {
  if (isRequired) return isRequest ? requiredMark(words) : '';
  return isRequest ? '' : html`<span>${words.notAlways}</span>`;
}

function requiredMark({ required }: ReferenceWords): Html {
  return html`<span class="must">${required}</span>`;
}

function entry(field: {
  name: string;
  type: Html;
  mark: Html | '';
  text: string;
  limits: readonly Html[];
  nested: Html | '';
}): Html {
  const text = [
    field.text && inline(field.text),
    field.limits.length > 0 && html`<small>${joinHtml(field.limits, ' · ')}</small>`,
    field.nested,
  ];
  return html`<div><dt><code>${breakable(field.name)}</code> <span>${field.type}</span> ${field.mark}</dt>
<dd>${joinHtml(text, ' ')}</dd></div>
`;
}

function nestedFields(field: SchemaObject, { hrefOf, text, words }: FieldOptions): Html | '' {
  const object = variants(field).find(({ properties }) => Object.keys(properties ?? {}).length > 0);
  return object ? schemaFields(object, { hrefOf, text, words }) : '';
}

function fieldText(field: SchemaObject): string {
  return field.description ?? variants(field).find(({ description }) => description)?.description ?? '';
}

/** The alternatives of a schema that may be null, or the schema itself. */
function variants(schema: SchemaObject): readonly SchemaObject[] {
  return schema.anyOf ?? [schema];
}

/** A schema's type in words, as HTML: shared objects are links. */
function typeOf(schema: SchemaObject, options: FieldOptions): Html {
  const name = refName(schema);
  if (name) return html`<a href="${options.hrefOf(objectId(name))}">${name}</a>`;
  if (schema.anyOf)
    return joinHtml(
      schema.anyOf.map((one) => typeOf(one, options)),
      ` ${options.words.or} `,
    );
  if (schema.type === 'array') return html`${options.words.listOf} ${typeOf(schema.items ?? {}, options)}`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const format = schema.format ? ` (${schema.format})` : '';
  const types = [schema.type ?? 'any'].flat();
  return joinHtml(
    types.map((type) => html`${type}${type === 'null' ? '' : format}`),
    ` ${options.words.or} `,
  );
}

function limitsOf(field: SchemaObject, words: ReferenceWords): Html[] {
  const schema = variants(field).find(({ type }) => type !== 'null') ?? field;
  const { minimum, minLength, maxLength } = schema;
  // Of whole numbers, what JSON can carry is no limit.
  const maximum = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum;
  const limits: Html[] = [];
  const values = schema.enum?.filter((value) => value !== null);
  if (values) {
    const codes = values.map((value) => code(String(value)));
    limits.push(html`${words.oneOf} ${joinHtml(codes, ', ')}`);
  }
  if (minimum !== undefined && maximum !== undefined)
    limits.push(html`${words.range({ least: String(minimum), most: String(maximum) })}`);
  else if (minimum !== undefined) limits.push(html`${words.atLeast({ least: String(minimum) })}`);
  // The length of a text with a format matters only to programs.
  if (maxLength !== undefined && !schema.format && !schema.pattern)
    limits.push(html`${words.characters({ least: String(minLength ?? 0), most: String(maxLength) })}`);
  if (schema.default !== undefined) limits.push(html`${words.default} ${code(String(schema.default))}`);
  return limits;
}
