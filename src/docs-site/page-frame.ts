import { FAVICON } from '../http/peye-mark.ts';
import { type Html, html, trustedHtml } from '../platform/html/html.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import type { DocsWords } from '../platform/messages/docs-site/docs-site-messages.ts';
import { DOCS_WORDS } from '../platform/messages/docs-site/docs-site-messages.ts';
import type { Language } from '../platform/messages/language.ts';
import type { Heading } from './render-markdown.ts';

/** The script and the style of every page, inline: one request a page. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

export interface NavLink {
  readonly href: string;
  readonly title: string;
  /** The language of the title. */
  readonly language: Language;
  readonly isCurrent: boolean;
}

export interface NavGroup {
  readonly title: string;
  readonly links: readonly NavLink[];
}

/** One page of the documentation, and its links. Addresses are whole paths. */
export interface FramedPage {
  readonly language: Language;
  /** The language of the content; if it differs, the page says so. */
  readonly contentLanguage: Language;
  readonly title: string;
  /** HTML below the title. */
  readonly content: Html;
  readonly headings: readonly Heading[];
  readonly nav: readonly NavGroup[];
  readonly previous?: NavLink;
  readonly next?: NavLink;
  /** The same page in each language. */
  readonly languages: readonly { readonly language: Language; readonly href: string }[];
  /** The addresses of the first page, of the search index, of the count of searches without results, and of the OpenAPI document. */
  readonly home: string;
  readonly searchIndex: string;
  readonly searchMissed: string;
  readonly openapi: string;
  /** The address of the page's Markdown; undefined for generated pages. */
  readonly markdown: string | undefined;
  readonly version: string;
}

/** A page with fewer headings has no list of them. */
const FEWEST_PLACES = 3;

// The script and the style are part of this repository, and neither JavaScript nor CSS has entities, so both are inserted unescaped.

/** A whole page: the content, with the navigation around it. It loads nothing else, and works without a script. */
export function framePage(page: FramedPage, { script, style }: PageAssets): Html {
  const words = DOCS_WORDS[page.language];
  const isTranslated = page.contentLanguage === page.language;
  const places = page.headings.filter(({ depth }) => depth === 2);
  return html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.title.includes('Peye') ? page.title : `${page.title} · Peye`}</title>
<link rel="icon" href="${FAVICON}">
${page.languages.map(({ language, href }) => html`<link rel="alternate" hreflang="${language}" href="${href}">`)}
${page.markdown && html`<link rel="alternate" type="text/markdown" href="${page.markdown}">`}
<style>${trustedHtml(style)}</style>
</head>
<body>
<a class="skip" href="#content">${words.skipToContent}</a>
<header class="top"><a class="brand" href="${page.home}">Peye<b>.</b> <small>${words.documentation}</small></a>
${languageLinks(page, words)}</header>
<div class="page">
<div class="side">${searchBox(page, words)}
<details class="menu"><summary>${words.contents}</summary><nav aria-label="${words.contents}">${navigation(page)}</nav></details>
<nav class="tree" aria-label="${words.contents}">${navigation(page)}</nav></div>
<main id="content"><article${isTranslated ? '' : html` lang="${page.contentLanguage}"`}>
<h1>${page.title}</h1>
${isTranslated ? '' : html`<p class="note" lang="${page.language}">${words.notTranslated}</p>`}
${places.length < FEWEST_PLACES ? '' : placesOn(places, words, page.language)}
${page.content}</article>
${pager(page, words)}
<footer>Peye ${page.version}. ${words.madeByGateway} <a href="${page.openapi}">OpenAPI</a>${page.markdown && html` · <a href="${page.markdown}">Markdown</a>`}</footer>
</main>
</div>
<script>${trustedHtml(script)}</script>
</body>
</html>
`;
}

function languageLinks({ languages, language: current }: FramedPage, words: DocsWords): Html {
  const links = languages.map(({ language, href }) => {
    const mark = language === current ? html` aria-current="true"` : '';
    return html`<li><a href="${href}" lang="${language}" hreflang="${language}"${mark}>${TEXTS[language].languageName}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${words.languages}"><ul>${links}</ul></nav>`;
}

/** Hidden until the script shows it. */
function searchBox({ searchIndex, searchMissed }: FramedPage, words: DocsWords): Html {
  const counted = { one: words.resultCount({ count: 1 }), many: words.resultCount({ count: 2 }) };
  return html`<search hidden data-index="${searchIndex}" data-missed="${searchMissed}" data-one="${counted.one}" data-many="${counted.many}" data-none="${words.noResult}" data-copy="${words.copy}" data-copied="${words.copied}" data-uncopied="${words.copyFailed}">
<label for="query">${words.search}</label><input id="query" type="search" autocomplete="off" spellcheck="false" maxlength="80">
<p role="status"></p><ol></ol></search>`;
}

function navigation({ nav, language }: FramedPage): Html[] {
  const items = (links: readonly NavLink[]) => links.map((link) => html`<li>${navLink(link, language)}</li>`);
  return nav.map(({ title, links }) => html`<p>${title}</p><ul>${items(links)}</ul>`);
}

function navLink({ href, title, language, isCurrent }: NavLink, around: Language): Html {
  const marks = [isCurrent && html` aria-current="page"`, language !== around && html` lang="${language}"`];
  return html`<a href="${href}"${marks}>${title}</a>`;
}

function placesOn(places: readonly Heading[], words: DocsWords, language: Language): Html {
  const links = places.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<nav class="places" aria-labelledby="places"><p id="places" lang="${language}">${words.onThisPage}</p><ul>${links}</ul></nav>`;
}

function pager({ previous, next, language }: FramedPage, words: DocsWords): Html {
  const link = (to: NavLink | undefined, rel: 'prev' | 'next', label: string) =>
    to
      ? html`<a rel="${rel}" href="${to.href}"><span>${label}</span> <b${to.language === language ? '' : html` lang="${to.language}"`}>${to.title}</b></a>`
      : html`<span></span>`;
  return html`<nav class="pager" aria-label="${words.previous}, ${words.next}">${link(previous, 'prev', words.previous)}${link(next, 'next', words.next)}</nav>`;
}
