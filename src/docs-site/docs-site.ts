import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { OpenApiDocument } from '../api/openapi/document.ts';
import { type Html, html } from '../platform/html/html.ts';
import { DOCS_WORDS } from '../platform/messages/docs-site/docs-site-messages.ts';
import { LANGUAGES, type Language } from '../platform/messages/language.ts';
import { pathOf } from '../platform/network/web-url.ts';
import { type ApiPart, apiParts } from './api-parts.ts';
import type { DocumentedGateway } from './documented-gateway.ts';
import { fillBlocks } from './generated-blocks.ts';
import { type FramedPage, framePage, type PageAssets } from './page-frame.ts';
import { headingIds, type RenderedMarkdown, renderMarkdown } from './render-markdown.ts';
import { KEYWORDS } from './search-keywords.ts';
import { type SiteMap, siteMap, type TopicPage, topicPageOf } from './site-map.ts';
import { llmsText, topicMarkdown } from './topic-markdown.ts';
import { fileOf, INDEX, isForOperators, TOPIC_GROUPS, TOPICS } from './topics.ts';

/** A search result: address, title of its page, its heading (empty at the top of a page), its words, and the keywords of a topic. */
type SearchPlace = readonly [address: string, title: string, heading: string, words: string, keywords?: string];

/** Shorter words are not indexed, because they match too many pages. */
const WORD = /[\p{L}\p{N}_-]{3,}/gu;

/** Words that the search ignores in a query, so places do not need them: those of docs-search.js with three letters or more. */
const IGNORED = new Set(
  'and are can for how that the with avec comment dans des est faire les par pour que une kijan mwen nan pou sou yon'.split(
    ' ',
  ),
);

/** A name of a program: of several words, such as `expressWebhook` and `card_minimum`. */
const CODE_NAME = /\b(?:[A-Za-z]+_\w+|[A-Za-z]+[a-z][A-Z]\w+)\b/g;

/**
 * The search results of a page: its top, and each heading. Every word is stored once; of code to paste, only names are indexed.
 *
 * @param keywords further words under which readers look for the page
 */
function searchPlaces(
  address: string,
  { title, html }: Pick<RenderedMarkdown, 'title' | 'html'>,
  keywords = '',
): SearchPlace[] {
  const text = html
    .toString()
    .replaceAll(/<figure[\s\S]*?<\/figure>/g, (figure) => ` ${shownText(figure).match(CODE_NAME)?.join(' ') ?? ''} `)
    .replaceAll('<wbr>', '');
  const [top = '', ...places] = text.split(/<h[2-6] id="/);
  return [
    [address, title, '', wordsOf(top), keywords] as const,
    ...places.map((place) => {
      const [, id = '', heading = '', rest = ''] = /^([^"]*)">([\s\S]*?)<\/h[2-6]>([\s\S]*)$/.exec(place) ?? [];
      return [`${address}#${id}`, title, shownText(heading), wordsOf(rest)] as const;
    }),
  ];
}

function wordsOf(html: string): string {
  // The search ignores accents too.
  const text = shownText(html).toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const words = new Set(text.match(WORD));
  // In order, the words of all places together are an eighth smaller when compressed.
  return [...words]
    .filter((word) => !IGNORED.has(word))
    .sort()
    .join(' ');
}

function shownText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ROOT = new URL('../../', import.meta.url);
/** The public address in the files of docs/. */
const WRITTEN_URL = 'http://127.0.0.1:8080';
/** Operators' topics describe the gateway's own machine, so addresses in them stay unchanged. */
const OPERATORS_TOPICS = TOPIC_GROUPS.filter(isForOperators).flatMap(({ topics }) => topics);

export interface DocsSite extends Pick<SiteMap, 'find' | 'address' | 'markdownAddress'> {
  /** The script and the style that pages hold, for their policy. */
  readonly assets: PageAssets;
  /** A whole page. */
  readonly page: (topicPage: TopicPage) => Html;
  /** The Markdown of a topic, with whole addresses. */
  readonly markdown: (topicPage: TopicPage) => string;
  /** The index for programs, `/llms.txt`. Markdown. */
  readonly llmsText: () => string;
  /** The page for an address below `/docs/` that has no topic. */
  readonly notFoundPage: (rest: string) => Html;
  /** JSON for the search of all topics in a language. Yields between topics. */
  readonly searchIndex: (language: Language) => Promise<string>;
}

/** The content of a page, and its language. */
interface Content extends RenderedMarkdown {
  readonly language: Language;
}

/** The inputs from which pages are rendered. */
interface Source {
  readonly map: SiteMap;
  readonly gateway: DocumentedGateway;
  readonly assets: PageAssets;
  readonly prefix: string;
  readonly version: string;
}

/** The whole documentation: read once from docs/, and rendered one page at a time. */
export async function docsSite(document: OpenApiDocument, gateway: DocumentedGateway): Promise<DocsSite> {
  const [files, search, script, style] = await Promise.all([
    readTopics(),
    readFile(new URL('docs-search.js', import.meta.url), 'utf8'),
    readFile(new URL('docs.js', import.meta.url), 'utf8'),
    readFile(new URL('docs.css', import.meta.url), 'utf8'),
  ]);
  const prefix = pathOf(gateway.publicUrl);
  const map = siteMap(files, apiParts(document), prefix);
  const source: Source = {
    map,
    gateway,
    assets: { script: withoutMargins(`${search}${script}`), style: withoutMargins(style) },
    prefix,
    version: document.info.version,
  };
  return {
    assets: source.assets,
    find: map.find,
    address: map.address,
    markdownAddress: map.markdownAddress,
    markdown: (topicPage) => {
      const { origin } = new URL(gateway.publicUrl);
      const hrefOf = map.hrefIn(topicPage, 'markdown');
      return topicMarkdown(filledText(source, topicPage), (href) => {
        const address = href.startsWith('#') ? href : hrefOf(href);
        return address?.startsWith('/') ? `${origin}${address}` : address;
      });
    },
    llmsText: () => llmsText(map, gateway.publicUrl),
    page: (topicPage) => {
      const [previous, next] = [map.neighbour(topicPage, -1), map.neighbour(topicPage, 1)];
      return frame(source, topicPage, contentOf(source, topicPage), {
        ...(previous && { previous }),
        ...(next && { next }),
      });
    },
    notFoundPage: (rest) => notFoundPage(source, topicPageOf(rest).language),
    searchIndex: async (language) => {
      const places: SearchPlace[] = [];
      for (const topic of map.order) {
        const topicPage = { topic, language };
        places.push(...searchPlaces(map.address(topicPage), contentOf(source, topicPage), KEYWORDS[topic]));
        await setImmediate();
      }
      return JSON.stringify(places);
    },
  };
}

/** Removes the formatter's indentation. */
function withoutMargins(text: string): string {
  return text.replaceAll(/\n\s+/g, '\n');
}

function contentOf(source: Source, topicPage: TopicPage): Content {
  const { map } = source;
  const part = map.parts.get(topicPage.topic);
  if (part) return partContent(source, part, topicPage.language);
  const rendered = renderMarkdown(filledText(source, topicPage), {
    hrefOf: map.hrefIn(topicPage),
    codeLanguage: DOCS_WORDS[map.textOf(topicPage).language].codeLanguage,
    ...(topicPage.topic === 'errors' && { rowIds: 'error-' }),
  });
  return { ...rendered, language: map.textOf(topicPage).language };
}

/** The Markdown of a topic, with the facts and the address of this gateway. */
function filledText({ map, gateway }: Source, topicPage: TopicPage): string {
  const { text, language } = map.textOf(topicPage);
  const filled = fillBlocks(text, { gateway, language });
  return OPERATORS_TOPICS.includes(topicPage.topic) ? filled : filled.replaceAll(WRITTEN_URL, gateway.publicUrl);
}

/** A part of the API reference, in the reader's language. */
function partContent({ map, gateway }: Source, part: ApiPart, language: Language): Content {
  const errors = map.address({ topic: 'errors', language });
  const rendered = part.render({
    language,
    publicUrl: gateway.publicUrl,
    hrefOf: (id) => map.referenceHref(id, language),
    errorHref: (code) => `${errors}#error-${code}`,
    // The last section, whose heading depends on the language.
    errorsEverywhereHref: `${errors}#${headingIds(map.textOf({ topic: 'errors', language }).text).at(-1)}`,
    codeLanguage: DOCS_WORDS[language].codeLanguage,
  });
  return { title: part.title(language), html: rendered, headings: part.headings(language), language };
}

function notFoundPage(source: Source, language: Language): Html {
  const { notFoundTitle, notFoundText } = DOCS_WORDS[language];
  const first = { topic: INDEX, language };
  // On a phone the contents are folded.
  const link = html`<a href="${source.map.address(first)}">${contentOf(source, first).title}</a>`;
  const content = { title: notFoundTitle, html: html`<p>${notFoundText}</p><p>${link}</p>`, headings: [], language };
  // On this page no entry of the contents is current, and the language links lead to the first page.
  const languages = languageLinks(source, first);
  return frame(source, { topic: '', language }, content, { languages });
}

function frame(source: Source, topicPage: TopicPage, content: Content, more: Partial<FramedPage>): Html {
  const { map, prefix, version, assets } = source;
  const home = map.address({ topic: INDEX, language: topicPage.language });
  const page: FramedPage = {
    language: topicPage.language,
    contentLanguage: content.language,
    title: content.title,
    content: content.html,
    headings: content.headings,
    nav: map.nav(topicPage),
    languages: languageLinks(source, topicPage),
    home,
    searchIndex: `${home}/search.json`,
    searchMissed: `${home}/search/missed`,
    openapi: `${prefix}/openapi.json`,
    markdown: topicPage.topic === '' ? undefined : map.markdownAddress(topicPage),
    version,
    ...more,
  };
  return framePage(page, assets);
}

/** English first, because only English is complete. */
function languageLinks({ map }: Source, topicPage: TopicPage): FramedPage['languages'] {
  return LANGUAGES.toReversed().map((language) => ({ language, href: map.address({ ...topicPage, language }) }));
}

/** The Markdown of every topic in each of its languages, by file. */
async function readTopics(): Promise<Map<string, string>> {
  const files = TOPICS.flatMap((topic) => LANGUAGES.map((language) => fileOf(topic, language)));
  const read = files.map(async (file) => {
    try {
      return [[file, await readFile(new URL(file, ROOT), 'utf8')] as const];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
  return new Map((await Promise.all(read)).flat());
}
