import { type Content, kindsOf, type OpenApiDocument, type Operation, operations } from '../api/openapi/document.ts';
import { EVERYWHERE } from '../api/schemas/responses.ts';
import { type Html, html, joinHtml } from '../platform/html/html.ts';
import { pathOf } from '../platform/network/web-url.ts';
import { codeFigure, codeTabs } from './code-figure.ts';
import { code, inline } from './markup.ts';
import { mergeKinds } from './merge-kinds.ts';
import { operationFences } from './operation-code.ts';
import type { Heading } from './render-markdown.ts';
import { objectId, objectsContent, parameterFields, schemaFields, shownObjects } from './schema-fields.ts';

/** One part of the API reference, which has its own page. */
export interface ApiPart {
  /** The end of the part's address, after `/docs/api/`. */
  readonly slug: string;
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly render: (options: ReferenceOptions) => Html;
}

/** Other titles for the tags that could be confused with a topic of the same name. */
const TITLES: Readonly<Record<string, string>> = {
  Webhooks: 'Webhook requests',
  Sandbox: 'Sandbox endpoints',
  'Payment links': 'Payment link endpoints',
  Refunds: 'Refund endpoints',
};

/** The parts of the reference, by the document's tags, and its objects. Every heading has an id that other pages may link to. */
export function apiParts(document: OpenApiDocument): ApiPart[] {
  return [...document.tags.map((tag) => taggedPart(document, tag)), objectsPart(document)];
}

function taggedPart(document: OpenApiDocument, { name, description }: OpenApiDocument['tags'][number]): ApiPart {
  const own = operations(document).filter(({ operation }) => operation.tags.includes(name));
  const sent = Object.entries(document.webhooks ?? {})
    .map(([event, { post }]) => ({ event, operation: post! }))
    .filter(({ operation }) => operation.tags.includes(name));
  return {
    slug: name.toLowerCase().replaceAll(' ', '-'),
    title: TITLES[name] ?? name,
    headings: [
      ...own.map(({ operation }) => ({ id: operation.operationId, text: operation.summary, depth: 2 })),
      ...sent.map(({ event, operation }) => ({ id: operation.operationId, text: event, depth: 2 })),
    ],
    render: (options) => html`<p>${description}</p>
${own.map((found) => operationSection(document, found, options))}${sent.map((found) => webhookSection(document, found, options))}`,
  };
}

function objectsPart(document: OpenApiDocument): ApiPart {
  return {
    slug: 'objects',
    title: 'Objects',
    headings: shownObjects(document).map(([name]) => ({ id: objectId(name), text: name, depth: 2 })),
    render: (options) => objectsContent(document, options),
  };
}

/** One endpoint: its description and parameters, code to paste, its responses, and its errors. */
function operationSection(
  document: OpenApiDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
  options: ReferenceOptions,
): Html {
  const { parameters = [], requestBody, responses } = operation;
  const [status = '200', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const requests = examplesOf(requestBody?.content);
  // Below its own server if that differs from the document's, which the reference names once.
  const shownPath = `${operation.servers?.[0] ? pathOf(operation.servers[0].url) : ''}${path}`;
  return frame(operation, html`<span class="verb ${method}">${method.toUpperCase()}</span><code>${shownPath}</code>`, [
    firstOpen(requests.length > 0 ? requests : [{ title: '', value: undefined }], ({ value }, i) =>
      codeTabs(operationFences({ path, method, operation }, value, options.publicUrl), {
        id: `${operation.operationId}-${i}`,
        legend: options.codeLanguage,
      }),
    ),
    inPath.length > 0 && html`<h3>In the path</h3>${parameterFields(inPath, options)}`,
    inQuery.length > 0 && html`<h3>In the query</h3>${parameterFields(inQuery, options)}`,
    requestBody && html`<h3>Body</h3>${bodyFields(document, requestBody.content, { isRequest: true, ...options })}`,
    success?.content &&
      html`<h3>Response, ${status}</h3>${firstOpen(examplesOf(success.content), jsonFigure)}${bodyFields(document, success.content, { isRequest: false, ...options })}`,
    html`<h3>Errors</h3>${errorList(operation, options)}`,
  ]);
}

/** A request that the gateway sends to a merchant. */
function webhookSection(
  document: OpenApiDocument,
  { event, operation }: { event: string; operation: Operation },
  options: ReferenceOptions,
): Html {
  const content = operation.requestBody?.content ?? {};
  return frame(operation, html`<span class="verb post">POST</span><code>${event}</code>`, [
    firstOpen(examplesOf(content), jsonFigure),
    html`<h3>Headers</h3>${parameterFields(operation.parameters ?? [], options)}`,
    html`<h3>Body</h3>${bodyFields(document, content, { isRequest: false, ...options })}`,
    html`<h3>Your response</h3><p>${operation.responses['2XX']?.description ?? ''}</p>`,
  ]);
}

function frame(
  { operationId, summary, description }: Operation,
  route: Html,
  parts: readonly (Html | '' | false | undefined)[],
): Html {
  return html`<section class="op" aria-labelledby="${operationId}">
<h2 id="${operationId}"><a href="#${operationId}">${summary}</a></h2>
<p class="route">${route}</p>
<p>${inline(description)}</p>
${joinHtml(parts, '\n')}
</section>
`;
}

function bodyFields(
  document: OpenApiDocument,
  content: Content,
  options: ReferenceOptions & { readonly isRequest: boolean },
): Html {
  return schemaFields(mergeKinds(kindsOf(document, content['application/json']?.schema ?? {})), options);
}

/** The errors of this endpoint only, by status. Those of every endpoint are listed once, with the catalogue. */
function errorList({ responses }: Operation, { errorHref, errorsEverywhereHref }: ReferenceOptions): Html {
  const lines = Object.entries(responses).flatMap(([status, { content }]) => {
    const own = Object.keys(content?.['application/json']?.examples ?? {}).filter(
      (error) => !(EVERYWHERE as readonly string[]).includes(error),
    );
    const links = own.map((error) => html`<a href="${errorHref(error)}">${code(error)}</a>`);
    return status < '400' || own.length === 0 ? [] : [html`<li>${status}: ${joinHtml(links, ', ')}</li>`];
  });
  return html`<ul class="codes">${lines}<li>And <a href="${errorsEverywhereHref}">those of every endpoint</a>.</li></ul>`;
}

interface ShownExample {
  readonly title: string;
  readonly value: unknown;
}

function examplesOf(content: Content | undefined): ShownExample[] {
  const examples = content?.['application/json']?.examples ?? {};
  return Object.entries(examples).map(([name, { summary, value }]) => ({ title: summary ?? name, value }));
}

function jsonFigure({ title, value }: ShownExample): Html {
  return codeFigure({ language: 'json', text: JSON.stringify(value, null, 2) }, title);
}

/** The first example is open, the others are folded. */
function firstOpen(examples: readonly ShownExample[], render: (example: ShownExample, i: number) => Html): Html | '' {
  const [first, ...others] = examples;
  if (!first) return '';
  const folded = others.map(
    (example, i) =>
      html`<details class="example"><summary>${example.title}</summary>${render(example, i + 1)}</details>`,
  );
  return html`${render(first, 0)}${folded}`;
}

/** The addresses of the parts of the API reference, and the names of its tabs. */
interface ReferenceOptions {
  /** The gateway's address. */
  readonly publicUrl: string;
  /** The address of an operation, a webhook or an object, by its id. */
  readonly hrefOf: (id: string) => string;
  readonly errorHref: (code: string) => string;
  readonly errorsEverywhereHref: string;
  readonly codeLanguage: string;
}
