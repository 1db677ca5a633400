import {
  kindsOf,
  type OpenApiDocument,
  operations,
  type Parameter,
  refName,
  type SchemaObject,
} from '../api/openapi/document.ts';
import { type Html, html, joinHtml } from '../platform/html/html.ts';
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
      ? html`A <a href="${options.hrefOf(objectId(union!))}">${union!}</a> in which:`
      : schema.description && inline(schema.description);
    return html`<h2 id="${objectId(name)}"><a href="#${objectId(name)}">${name}</a></h2>
${text && html`<p>${text}</p>`}${schemaFields(fields, options)}
`;
  })}`;
}

export function objectId(name: string): string {
  return `object-${name}`;
}

interface FieldOptions {
  /** The address of an object, by its id. */
  readonly hrefOf: (id: string) => string;
  /** Requests show which fields are required; responses contain every field. */
  readonly isRequest?: boolean;
}

/** The fields of an object as a list. */
export function schemaFields(schema: SchemaObject, options: FieldOptions): Html {
  const { isRequest = false } = options;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    entry({
      name,
      type: typeOf(field, options),
      mark: schema.required?.includes(name) ? (isRequest ? 'required' : '') : isRequest ? '' : 'not always',
      text: fieldText(field),
      limits: limitsOf(field),
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
      mark: required ? 'required' : '',
      text: description ?? '',
      limits: [...limitsOf(schema), ...exampleOf(schema, example)],
      nested: '',
    }),
  );
  return html`<dl class="fields">${fields}</dl>`;
}

/** If there is a default, no example is shown. */
function exampleOf(schema: SchemaObject, example: unknown): Html[] {
  return example === undefined || example === schema.default ? [] : [html`Example: ${code(String(example))}`];
}

function entry(field: {
  name: string;
  type: Html;
  mark: string;
  text: string;
  limits: readonly Html[];
  nested: Html | '';
}): Html {
  const mark = field.mark === 'required' ? html`<span class="must">required</span>` : html`<span>${field.mark}</span>`;
  const text = [
    field.text && inline(field.text),
    field.limits.length > 0 && html`<small>${joinHtml(field.limits, ' · ')}</small>`,
    field.nested,
  ];
  return html`<div><dt><code>${breakable(field.name)}</code> <span>${field.type}</span> ${field.mark ? mark : ''}</dt>
<dd>${joinHtml(text, ' ')}</dd></div>
`;
}

function nestedFields(field: SchemaObject, { hrefOf }: FieldOptions): Html | '' {
  const object = variants(field).find(({ properties }) => Object.keys(properties ?? {}).length > 0);
  return object ? schemaFields(object, { hrefOf }) : '';
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
      ' or ',
    );
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {}, options)}`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const format = schema.format ? ` (${schema.format})` : '';
  const types = [schema.type ?? 'any'].flat();
  return joinHtml(
    types.map((type) => html`${type}${type === 'null' ? '' : format}`),
    ' or ',
  );
}

function limitsOf(field: SchemaObject): Html[] {
  const schema = variants(field).find(({ type }) => type !== 'null') ?? field;
  const { minimum, maximum, minLength, maxLength } = schema;
  const limits: Html[] = [];
  const values = schema.enum?.filter((value) => value !== null);
  if (values) {
    const codes = values.map((value) => code(String(value)));
    limits.push(html`One of ${joinHtml(codes, ', ')}`);
  }
  if (minimum !== undefined && maximum !== undefined) limits.push(html`${minimum} to ${maximum}`);
  else if (minimum !== undefined) limits.push(html`At least ${minimum}`);
  // The length of a text with a format matters only to programs.
  if (maxLength !== undefined && !schema.format && !schema.pattern)
    limits.push(html`${minLength ?? 0} to ${maxLength} characters`);
  if (schema.default !== undefined) limits.push(html`Default: ${code(String(schema.default))}`);
  return limits;
}
