import { html } from 'ghtml';
import { type Content, type OpenApiDocument, type Operation, refName, type SchemaObject } from '../openapi/document.ts';
import { EVERYWHERE } from '../schemas/responses.ts';
import { curl } from './curl.ts';
import { errorLink } from './error-table.ts';
import { inline, json, shell } from './markup.ts';
import { parameterFields, schemaFields } from './schema-fields.ts';

/** One endpoint: what it does and takes on the left, what to paste and what comes back on the right. */
export function operationSection(
  document: OpenApiDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
  baseUrl: string,
): string {
  const { parameters = [], requestBody, responses } = operation;
  const [status = '200', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const requests = examplesOf(requestBody?.content);
  return frame(operation, html`<span class="verb ${method}">${method.toUpperCase()}</span><code>${path}</code>`, {
    text: [
      inPath.length > 0 && html`<h4>In the path</h4>!${parameterFields(inPath)}`,
      inQuery.length > 0 && html`<h4>In the query</h4>!${parameterFields(inQuery)}`,
      requestBody && html`<h4>Body</h4>!${bodyFields(document, requestBody.content, true)}`,
      success?.content && html`<h4>Answer, ${status}</h4>!${bodyFields(document, success.content, false)}`,
      html`<h4>Errors</h4>!${errorList(operation)}`,
    ],
    examples: [
      firstOpen(requests.length > 0 ? requests : [{ title: '', value: undefined }], ({ title, value }) =>
        shell(title ? `Request: ${title}` : 'Request', curl(baseUrl, { path, method, operation }, value)),
      ),
      firstOpen(examplesOf(success?.content), ({ title, value }) => json(`Answer ${status}: ${title}`, value)),
    ],
  });
}

/** A request that the gateway sends to a merchant. */
export function webhookSection(
  document: OpenApiDocument,
  { event, operation }: { event: string; operation: Operation },
): string {
  const content = operation.requestBody?.content ?? {};
  return frame(operation, html`<span class="verb post">POST</span><code>${event}</code>`, {
    text: [
      html`<h4>Headers</h4>!${parameterFields(operation.parameters ?? [])}`,
      html`<h4>Body</h4>!${bodyFields(document, content, false)}`,
      html`<h4>Your answer</h4><p>${operation.responses['2XX']?.description ?? ''}</p>`,
    ],
    examples: [firstOpen(examplesOf(content), ({ title, value }) => json(`Body: ${title}`, value))],
  });
}

function frame(
  { operationId, summary, description }: Operation,
  route: string,
  { text, examples }: { text: readonly (string | false | undefined)[]; examples: readonly string[] },
): string {
  return html`<section class="op" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
<p class="route">!${route}</p>
<div class="cols"><div><p>!${inline(description)}</p>
!${text.filter(Boolean).join('')}</div>
<div class="examples">!${examples.join('')}</div></div>
</section>
`;
}

function bodyFields(document: OpenApiDocument, content: Content, isRequest: boolean): string {
  const schema = content['application/json']?.schema ?? {};
  const name = refName(schema);
  const resolved: SchemaObject = name ? (document.components.schemas[name] ?? {}) : schema;
  return schemaFields(resolved, { isRequest });
}

/** The errors of this endpoint alone, by status; those of every endpoint are listed once, with the catalogue. */
function errorList({ responses }: Operation): string {
  const lines = Object.entries(responses).flatMap(([status, { content }]) => {
    const own = Object.keys(content?.['application/json']?.examples ?? {}).filter(
      (code) => !(EVERYWHERE as readonly string[]).includes(code),
    );
    return status < '400' || own.length === 0 ? [] : [html`<li>${status}: !${own.map(errorLink).join(', ')}</li>`];
  });
  return html`<ul class="codes">!${lines}<li>And <a href="#errors-everywhere">those of every endpoint</a>.</li></ul>`;
}

function examplesOf(content: Content | undefined): { title: string; value: unknown }[] {
  const examples = content?.['application/json']?.examples ?? {};
  return Object.entries(examples).map(([name, { summary, value }]) => ({ title: summary ?? name, value }));
}

/** The first example is visible, the others a click away. */
function firstOpen<T extends { title: string }>(examples: readonly T[], render: (example: T) => string): string {
  const [first, ...others] = examples;
  if (!first) return '';
  const folded = others.map(
    (example) => html`<details class="example"><summary>${example.title}</summary>!${render(example)}</details>`,
  );
  return render(first) + folded.join('');
}
