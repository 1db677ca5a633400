import { marked, type Token } from 'marked';

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
export function firstSentence(markdown: string): string {
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
