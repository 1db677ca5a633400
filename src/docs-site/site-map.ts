import { posix } from 'node:path';
import { DOCS_WORDS } from '../platform/messages/docs-site/docs-site-messages.ts';
import { LANGUAGES, type Language } from '../platform/messages/language.ts';
import type { ApiPart } from './api-parts.ts';
import type { NavGroup, NavLink } from './page-frame.ts';
import { headingIds } from './render-markdown.ts';
import {
  API_TOPIC,
  addressOf,
  fileOf,
  INDEX,
  languageOfFile,
  markdownAddressOf,
  TOPIC_GROUPS,
  topicOfFile,
} from './topics.ts';

/** A topic in a language, which an address identifies. */
export interface TopicPage {
  readonly topic: string;
  readonly language: Language;
}

export interface SiteMap {
  /** Every topic, in reading order. */
  readonly order: readonly string[];
  /** The parts of the API reference, by their topic. */
  readonly parts: ReadonlyMap<string, ApiPart>;
  /** The one address of a topic, with the path of the public URL. */
  readonly address: (topicPage: TopicPage) => string;
  /** The address of a topic's Markdown, in the language of its text; undefined for parts of the API reference, which are generated. */
  readonly markdownAddress: (topicPage: TopicPage) => string | undefined;
  /** The topic of an address below `/docs/`, in any spelling; undefined if there is no such topic. */
  readonly find: (rest: string) => TopicPage | undefined;
  /** The Markdown of a topic; in English if it is not translated. */
  readonly textOf: (topicPage: TopicPage) => { readonly text: string; readonly language: Language };
  /** The table of contents, with one page as current. */
  readonly nav: (current: TopicPage) => NavGroup[];
  /** The topic before or after this one. */
  readonly neighbour: (topicPage: TopicPage, step: -1 | 1) => NavLink | undefined;
  /** The address of an operation, a webhook or an object, by its id. */
  readonly referenceHref: (id: string, language: Language) => string;
  /** The address of a link in a topic's file, of the page or of its Markdown; undefined if its target is not served. */
  readonly hrefIn: (topicPage: TopicPage, format?: 'page' | 'markdown') => (href: string) => string | undefined;
}

/**
 * The addresses of all topics.
 *
 * @param files the Markdown of topics, by its path
 * @param prefix the path of the public URL, without a slash at its end
 */
export function siteMap(files: ReadonlyMap<string, string>, apiParts: readonly ApiPart[], prefix: string): SiteMap {
  const parts = new Map(apiParts.map((part) => [`${API_TOPIC}/${part.slug}`, part]));
  const partOf = new Map(
    [...parts].flatMap(([topic, { headings }]) => headings('en').map(({ id }) => [id, topic] as const)),
  );
  const groups = TOPIC_GROUPS.map(({ id, topics }) => ({
    id,
    topics: topics
      .filter((topic) => files.has(fileOf(topic, 'en')))
      .flatMap((topic) => (topic === API_TOPIC ? [topic, ...parts.keys()] : [topic])),
  }));
  const order = groups.flatMap(({ topics }) => topics);

  const address = ({ topic, language }: TopicPage) => `${prefix}${addressOf(topic, language)}`;
  const textOf = ({ topic, language }: TopicPage): { text: string; language: Language } => {
    const own = files.get(fileOf(topic, language));
    return own === undefined ? { text: files.get(fileOf(topic, 'en')) ?? '', language: 'en' } : { text: own, language };
  };
  const markdownAddress = ({ topic, language }: TopicPage) =>
    parts.has(topic) ? undefined : `${prefix}${markdownAddressOf(topic, textOf({ topic, language }).language)}`;
  const link = (topicPage: TopicPage, isCurrent: boolean): NavLink => {
    const part = parts.get(topicPage.topic);
    if (part) {
      const { language } = topicPage;
      return { href: address(topicPage), title: part.title(language), language, isCurrent };
    }
    const { text, language } = textOf(topicPage);
    return { href: address(topicPage), title: titleIn(text), language, isCurrent };
  };
  const idsOf = remembered((file: string) => headingIds(files.get(file) ?? ''));
  /** A heading has a different anchor in each language, at the same position. */
  const anchorIn = (topic: string, anchor: string, { from, to }: { from: Language; to: Language }): string => {
    if (from === to) return anchor;
    const at = idsOf(fileOf(topic, from)).indexOf(anchor);
    return idsOf(fileOf(topic, to))[at] ?? anchor;
  };
  const referenceHref = (id: string, language: Language) =>
    `${address({ topic: partOf.get(id) ?? API_TOPIC, language })}#${id}`;

  return {
    order,
    parts,
    address,
    markdownAddress,
    textOf,
    referenceHref,
    find: (rest) => {
      const topicPage = topicPageOf(rest);
      return order.includes(topicPage.topic) ? topicPage : undefined;
    },
    nav: (current) =>
      groups.map(({ id, topics }) => ({
        title: DOCS_WORDS[current.language].groups[id],
        links: topics.map((topic) => link({ topic, language: current.language }, topic === current.topic)),
      })),
    neighbour: ({ topic, language }, step) => {
      const other = order[order.indexOf(topic) + step];
      return other === undefined ? undefined : link({ topic: other, language }, false);
    },
    hrefIn: (topicPage, format = 'page') => {
      const from = textOf(topicPage).language;
      return (href) => {
        if (href.startsWith('#') || /^https?:/.test(href)) return href;
        const [path = '', anchor] = href.split('#', 2);
        const file = posix.join(posix.dirname(fileOf(topicPage.topic, from)), path);
        const topic = topicOfFile(file);
        if (topic === undefined) return undefined;
        const { language } = topicPage;
        if (topic === API_TOPIC && anchor !== undefined) return referenceHref(anchor, language);
        const to = textOf({ topic, language }).language;
        const hash = anchor === undefined ? '' : `#${anchorIn(topic, anchor, { from: languageOfFile(file), to })}`;
        const target = format === 'markdown' ? markdownAddress({ topic, language }) : undefined;
        return `${target ?? address({ topic, language })}${hash}`;
      };
    },
  };
}

/** The topic that an address means, whether or not it exists: case, extra slashes and file extensions do not matter. */
export function topicPageOf(rest: string): TopicPage {
  const segments = rest
    .toLowerCase()
    .replace(/\.(?:md|html?)\/*$/, '')
    .split('/')
    .filter(Boolean);
  const language = LANGUAGES.find((one) => one === segments[0]);
  const topic = segments.slice(language === undefined ? 0 : 1).join('/');
  const isFirst = ['', 'readme', 'index'].includes(topic);
  return { topic: isFirst ? INDEX : topic, language: language ?? 'en' };
}

/** Caches a function's result for each text. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
}

function titleIn(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? '';
}
