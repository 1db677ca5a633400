import { type OpenApiDocument, operations } from '../api/openapi/document.ts';
import { type Html, html } from '../platform/html/html.ts';
import { operationSection, webhookSection } from './operation.ts';
import type { ReferenceOptions } from './reference-options.ts';
import type { Heading } from './render-markdown.ts';
import { objectId, objectsContent, shownObjects } from './schema-fields.ts';

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
