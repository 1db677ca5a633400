import { type Content, kindsOf, type OpenApiDocument, type Operation, operations } from '../api/openapi/document.ts';
import { EVERYWHERE } from '../api/schemas/json-schema.ts';
import { type Html, html, joinHtml } from '../platform/html/html.ts';
import { apiText } from '../platform/messages/api-reference/api-text.ts';
import type { Language } from '../platform/messages/language.ts';
import { REFERENCE_WORDS, type ReferenceWords } from '../platform/messages/reference/reference-messages.ts';
import { pathOf } from '../platform/network/web-url.ts';
import { codeFigure, codeTabs } from './code-figure.ts';
import { code, inline } from './markup.ts';
import { mergeKinds } from './merge-kinds.ts';
import { operationFences } from './operation-code.ts';
import type { Heading } from './render-markdown.ts';
import {
  type FieldOptions,
  objectId,
  objectsContent,
  parameterFields,
  schemaFields,
  shownObjects,
} from './schema-fields.ts';

/** One part of the API reference, which has its own page. */
export interface ApiPart {
  /** The end of the part's address, after `/docs/api/`. */
  readonly slug: string;
  readonly title: (language: Language) => string;
  readonly headings: (language: Language) => readonly Heading[];
  readonly render: (place: ReferencePlace) => Html;
}

/** The titles of the document's tags. */
const TITLES: Readonly<Record<string, keyof ReferenceWords['titles']>> = {
  Payments: 'payments',
  Checkout: 'checkout',
  'Payment links': 'paymentLinks',
  Refunds: 'refunds',
  'Exchange rate': 'exchangeRate',
  Service: 'service',
  Sandbox: 'sandbox',
  Webhooks: 'webhooks',
};

function titleOf(tag: string, language: Language): string {
  const key = TITLES[tag];
  return key === undefined ? tag : REFERENCE_WORDS[language].titles[key];
}

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
    title: (language) => titleOf(name, language),
    headings: (language) => [
      ...own.map(({ operation }) => ({
        id: operation.operationId,
        text: apiText(operation.summary, language),
        depth: 2,
      })),
      ...sent.map(({ event, operation }) => ({ id: operation.operationId, text: event, depth: 2 })),
    ],
    render: (place) => {
      const options = optionsFor(place);
      return html`<p>${options.text(description)}</p>
${own.map((found) => operationSection(document, found, options))}${sent.map((found) => webhookSection(document, found, options))}`;
    },
  };
}

function objectsPart(document: OpenApiDocument): ApiPart {
  return {
    slug: 'objects',
    title: (language) => REFERENCE_WORDS[language].titles.objects,
    headings: () => shownObjects(document).map(([name]) => ({ id: objectId(name), text: name, depth: 2 })),
    render: (place) => objectsContent(document, optionsFor(place)),
  };
}

/** One endpoint: its description and parameters, code to paste, its responses, and its errors. */
function operationSection(
  document: OpenApiDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
  options: ReferenceOptions,
): Html {
  const { parameters = [], requestBody, responses } = operation;
  const { text, words } = options;
  const [status = '200', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const requests = examplesOf(requestBody?.content, text);
  // Below its own server if that differs from the document's, which the reference names once.
  const shownPath = `${operation.servers?.[0] ? pathOf(operation.servers[0].url) : ''}${path}`;
  return frame(
    operation,
    options,
    html`<span class="verb ${method}">${method.toUpperCase()}</span><code>${shownPath}</code>`,
    [
      firstOpen(requests.length > 0 ? requests : [{ title: '', value: undefined }], ({ value }, i) =>
        codeTabs(operationFences({ path, method, operation }, value, options.publicUrl), {
          id: `${operation.operationId}-${i}`,
          legend: options.codeLanguage,
        }),
      ),
      inPath.length > 0 && html`<h3>${words.inPath}</h3>${parameterFields(inPath, options)}`,
      inQuery.length > 0 && html`<h3>${words.inQuery}</h3>${parameterFields(inQuery, options)}`,
      requestBody &&
        html`<h3>${words.body}</h3>${bodyFields(document, requestBody.content, { isRequest: true, ...options })}`,
      success?.content &&
        html`<h3>${words.response}, ${status}</h3>${firstOpen(examplesOf(success.content, text), jsonFigure)}${bodyFields(document, success.content, { isRequest: false, ...options })}`,
      html`<h3>${words.errors}</h3>${errorList(operation, options)}`,
    ],
  );
}

/** A request that the gateway sends to a merchant. */
function webhookSection(
  document: OpenApiDocument,
  { event, operation }: { event: string; operation: Operation },
  options: ReferenceOptions,
): Html {
  const content = operation.requestBody?.content ?? {};
  const { text, words } = options;
  return frame(operation, options, html`<span class="verb post">POST</span><code>${event}</code>`, [
    firstOpen(examplesOf(content, text), jsonFigure),
    html`<h3>${words.headers}</h3>${parameterFields(operation.parameters ?? [], options)}`,
    html`<h3>${words.body}</h3>${bodyFields(document, content, { isRequest: false, ...options })}`,
    html`<h3>${words.yourResponse}</h3><p>${text(operation.responses['2XX']?.description ?? '')}</p>`,
  ]);
}

function frame(
  { operationId, summary, description }: Operation,
  { text }: ReferenceOptions,
  route: Html,
  parts: readonly (Html | '' | false | undefined)[],
): Html {
  return html`<section class="op" aria-labelledby="${operationId}">
<h2 id="${operationId}"><a href="#${operationId}">${text(summary)}</a></h2>
<p class="route">${route}</p>
<p>${inline(text(description))}</p>
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
function errorList({ responses }: Operation, { errorHref, errorsEverywhereHref, words }: ReferenceOptions): Html {
  const lines = Object.entries(responses).flatMap(([status, { content }]) => {
    const own = Object.keys(content?.['application/json']?.examples ?? {}).filter(
      (error) => !(EVERYWHERE as readonly string[]).includes(error),
    );
    const links = own.map((error) => html`<a href="${errorHref(error)}">${code(error)}</a>`);
    return status < '400' || own.length === 0 ? [] : [html`<li>${status}: ${joinHtml(links, ', ')}</li>`];
  });
  return html`<ul class="codes">${lines}<li><a href="${errorsEverywhereHref}">${words.everyEndpoint}</a></li></ul>`;
}

interface ShownExample {
  readonly title: string;
  readonly value: unknown;
}

function examplesOf(content: Content | undefined, text: (english: string) => string): ShownExample[] {
  const examples = content?.['application/json']?.examples ?? {};
  return Object.entries(examples).map(([name, { summary, value }]) => ({ title: text(summary ?? name), value }));
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

/** Where the reference is shown: the addresses of its parts, and its language. */
interface ReferencePlace {
  readonly language: Language;
  /** The gateway's address. */
  readonly publicUrl: string;
  /** The address of an operation, a webhook or an object, by its id. */
  readonly hrefOf: (id: string) => string;
  readonly errorHref: (code: string) => string;
  readonly errorsEverywhereHref: string;
  /** The name of the tabs with code. */
  readonly codeLanguage: string;
}

type ReferenceOptions = ReferencePlace & FieldOptions;

function optionsFor(place: ReferencePlace): ReferenceOptions {
  const { language } = place;
  return { ...place, text: (english) => apiText(english, language), words: REFERENCE_WORDS[language] };
}
