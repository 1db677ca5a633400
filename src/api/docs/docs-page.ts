import { html } from 'ghtml';
import { type OpenApiDocument, operations } from '../openapi/document.ts';
import { errorsSection } from './error-table.ts';
import { currenciesSection } from './guide/currencies.ts';
import { gettingStartedSections } from './guide/getting-started.ts';
import { methodsSection } from './guide/methods.ts';
import { sandboxSections } from './guide/sandbox.ts';
import type { DocumentedGateway, Section } from './guide/section.ts';
import { statesSection } from './guide/states.ts';
import { usingTheApiSections } from './guide/using-the-api.ts';
import { webhooksSection } from './guide/webhooks.ts';
import { operationSection, webhookSection } from './operation.ts';
import { objectsSection } from './schema-fields.ts';
import { STYLE } from './style.ts';

/** A white P on Haiti's blue. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#00209f"/><path d="M11 25V7h7a5.5 5.5 0 0 1 0 11h-7" fill="none" stroke="#fff" stroke-width="3.6"/></svg>',
  );

interface NavGroup {
  readonly title: string;
  readonly links: readonly { readonly id: string; readonly title: string }[];
}

/** The whole API reference as one page that needs nothing else: no script, no font, no other address. */
export function docsPage(document: OpenApiDocument, gateway: DocumentedGateway): string {
  const guides: readonly Section[] = [
    ...gettingStartedSections(gateway),
    methodsSection(gateway),
    currenciesSection(),
    statesSection(),
    ...sandboxSections(gateway),
    webhooksSection(),
    ...usingTheApiSections(gateway),
  ];
  const reference = referenceParts(document, gateway);
  const closing: readonly Section[] = [objectsSection(document), errorsSection()];
  const nav: readonly NavGroup[] = [
    { title: 'Guide', links: guides },
    ...reference.map(({ title, links }) => ({ title, links })),
    { title: 'Reference', links: closing },
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Peye API reference</title>
<meta name="description" content="${document.info.description.replaceAll('`', '')}">
<link rel="icon" href="${ICON}">
<style>!${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="page">
<header class="top"><a class="brand" href="#top">Peye<b>.</b><small>API ${document.info.version}</small></a><a href="/openapi.json">OpenAPI</a></header>
<details class="menu"><summary>Contents</summary><nav aria-label="Contents">!${navigation(nav)}</nav></details>
<div class="side"><header><a class="brand" href="#top">Peye<b>.</b><small>API ${document.info.version}</small></a></header>
<nav aria-label="Sections">!${navigation(nav)}</nav></div>
<main id="content">
<h1 id="top">Peye API reference</h1>
<p class="lead">One API to be paid in Haiti: MonCash, NatCash, LakayPay card and card. Your server creates a payment, the customer pays it, and you learn the outcome. Everything works with a test key first, without real money.</p>
<p>This gateway answers at <code>${gateway.baseUrl}</code>. For programs: <a href="/openapi.json">openapi.json</a>.</p>
!${guides.map(guideSection)}
!${reference.map(({ content }) => content)}
!${closing.map(guideSection)}
<footer>Peye ${document.info.version}. This page is made from the gateway that serves it.</footer>
</main>
</div>
</body>
</html>
`;
}

function guideSection({ id, title, content }: Section): string {
  return html`<section class="part guide" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
!${content}</section>
`;
}

function navigation(groups: readonly NavGroup[]): string {
  return groups
    .map(
      ({ title, links }) =>
        html`<p>${title}</p><ul>!${links.map((link) => html`<li><a href="#${link.id}">${link.title}</a></li>`)}</ul>`,
    )
    .join('');
}

/** One part a tag: its endpoints, or of the last one what the gateway sends. */
function referenceParts(document: OpenApiDocument, { baseUrl }: DocumentedGateway) {
  return document.tags.map(({ name, description }) => {
    const id = `api-${name.toLowerCase().replaceAll(' ', '-')}`;
    const own = operations(document).filter(({ operation }) => operation.tags.includes(name));
    const sent = Object.entries(document.webhooks ?? {})
      .map(([event, { post }]) => ({ event, operation: post! }))
      .filter(({ operation }) => operation.tags.includes(name));
    const title = name === 'Webhooks' ? 'Webhook requests' : name === 'Sandbox' ? 'Sandbox endpoints' : name;
    return {
      title,
      links: [
        ...own.map(({ operation }) => ({ id: operation.operationId, title: operation.summary })),
        ...sent.map(({ event, operation }) => ({ id: operation.operationId, title: event })),
      ],
      content: html`<section class="part" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
<p>${description}</p>
!${own.map((found) => operationSection(document, found, baseUrl))}
!${sent.map((found) => webhookSection(document, found))}
</section>
`,
    };
  });
}
