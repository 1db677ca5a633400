import { marked, type Token } from 'marked';
import { DOCS_WORDS } from '../platform/messages/docs-site/docs-site-messages.ts';
import { LANGUAGES } from '../platform/messages/language.ts';
import type { SiteMap } from './site-map.ts';
import { INDEX, isForOperators, TOPIC_GROUPS } from './topics.ts';

/** A link or a picture. Titles and addresses with parentheses occur in no topic. */
const LINK = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;
/** A block of code, also in a list. It has no links. */
const FENCE = /^ *```[\s\S]*?^ *```$/gm;
/** The start of a block of code, with the words after its language. */
const FENCE_WORDS = /^( *```\w+) .*$/gm;
/** Code in a line, which has no links. */
const CODE_SPAN = /(`+)[\s\S]*?\1/g;

/**
 * A topic as Markdown for programs: without comments, pictures and the words for tests after the language of a fence.
 *
 * @param hrefOf the whole address of a link; undefined if the target is not served: then only the text remains
 */
export function topicMarkdown(markdown: string, hrefOf: (href: string) => string | undefined): string {
  const written = marked.lexer(markdown).map((token) => blockText(token, hrefOf));
  return `${written.join('').trim()}\n`;
}

/** The first sentence of a topic's first paragraph, after the words for whom it is; empty if the topic starts with something else. */
function firstSentence(markdown: string): string {
  const [, first] = marked.lexer(markdown).filter(({ type }) => type !== 'space' && type !== 'html');
  if (first?.type !== 'paragraph') return '';
  const text = first.raw.replaceAll(LINK, '$2').replaceAll('**', '').replaceAll(/\s+/g, ' ').trim();
  const described = text.replace(/^For [^.:]*\. /, '');
  return /^.*?\.(?= |$)/.exec(described)?.[0] ?? described.replace(/:$/, '.');
}

function blockText(token: Token, hrefOf: (href: string) => string | undefined): string {
  const { type, raw } = token;
  if (type === 'html') return '';
  const spans: string[] = [];
  return raw
    .replaceAll(FENCE_WORDS, '$1')
    .replaceAll(FENCE, (fence) => `\u0000${spans.push(fence) - 1}\u0000`)
    .replaceAll(CODE_SPAN, (span) => `\u0000${spans.push(span) - 1}\u0000`)
    .replaceAll(LINK, (_, picture: string, text: string, href: string) => {
      const address = picture ? undefined : hrefOf(href);
      return address === undefined ? text : `[${text}](${address})`;
    })
    .replaceAll(/\0(\d+)\0/g, (_, at) => spans[Number(at)] ?? '');
}

/** The index of the documentation for programs, in the format of llmstxt.org: each topic with a link to its Markdown. */
export function llmsText(map: SiteMap, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const line = (topic: string): string => {
    const { text } = map.textOf({ topic, language: 'en' });
    const [, title] = /^# (.+)$/m.exec(text) ?? [];
    const about = firstSentence(text);
    return `- [${title}](${origin}${map.markdownAddress({ topic, language: 'en' })})${about && `: ${about}`}`;
  };
  const section = (title: string, lines: readonly string[]) => `## ${title}\n\n${lines.join('\n')}\n`;
  const linesOf = ({ topics }: { readonly topics: readonly string[] }) => topics.filter((t) => t !== INDEX).map(line);
  const first = map.textOf({ topic: INDEX, language: 'en' }).text;
  return [
    `# Peye\n\n> ${firstSentence(first)}\n`,
    `Requests go to ${publicUrl}/api/gateway/v1 with a key in the header X-Api-Key, those of refunds to ${publicUrl}/api/refunds/v1 and those of checkout sessions to ${publicUrl}/api/checkout/v1. A test key moves no money. The SDKs for TypeScript, PHP and Python handle retries and signatures. ${publicUrl}/mcp is an MCP server for this documentation and test payments.\n`,
    ...TOPIC_GROUPS.filter((group) => !isForOperators(group)).map((group) =>
      section(DOCS_WORDS.en.groups[group.id], linesOf(group)),
    ),
    section('API description', [
      `- [OpenAPI 3.1](${publicUrl}/openapi.json): Every endpoint with its fields, errors and code samples.`,
      `- [Arazzo 1.0](${publicUrl}/downloads/arazzo.json): A payment, a refund, a checkout session and the events feed as flows of requests.`,
    ]),
    section('Other languages', [
      ...LANGUAGES.filter((language) => language !== 'en').map(
        (language) =>
          `- [${DOCS_WORDS[language].documentation} (${language})](${origin}${map.address({ topic: INDEX, language })})`,
      ),
    ]),
    section('Optional', TOPIC_GROUPS.filter(isForOperators).flatMap(linesOf)),
  ].join('\n');
}
