import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { type Html, html, trustedHtml } from '../platform/html/html.ts';
import { codeFigure, codeTabs, type Fence, isTabbed } from './code-figure.ts';
import { breakable, code } from './markup.ts';

/** A heading below the title, with its anchor. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export interface RenderedMarkdown {
  /** The first heading, as text. */
  readonly title: string;
  /** Everything below the title. */
  readonly html: Html;
  readonly headings: readonly Heading[];
}

interface RenderOptions {
  /** The address of a link; undefined if the target is not served: then only the link's text is shown, with the name of the target. */
  readonly hrefOf: (href: string) => string | undefined;
  /** The heading above the tabs of a request. */
  readonly codeLanguage: string;
  /** The prefix of row ids, for tables whose rows are linked to by the code in them. */
  readonly rowIds?: string;
}

/** A table with at least this many columns, or with a long word, stacks its cells on a phone. */
const WIDE_TABLE = 3;
const LONG_WORD = 20;

/**
 * Converts this repository's Markdown to HTML. HTML in it is escaped and comments are removed, so a topic can contain only Markdown.
 * Adjacent fences in different languages become tabs, and headings get the same ids as on code forges.
 */
export function renderMarkdown(markdown: string, options: RenderOptions): RenderedMarkdown {
  const marked = new Marked({ renderer: renderer(options), extensions: [tabsExtension(options)] });
  const [first, ...tokens] = marked.lexer(markdown);
  if (first?.type !== 'heading' || (first as Tokens.Heading).depth !== 1)
    throw new Error('a topic begins with its title');
  const headings = identify(tokens);
  return {
    title: plainText(first),
    html: trustedHtml(marked.parser(withTabs(tokens) as Token[])),
    headings,
  };
}

/** The ids of the headings below the title, in order. */
export function headingIds(markdown: string): string[] {
  return identify(new Marked().lexer(markdown).slice(1)).map(({ id }) => id);
}

/** The visible text of a token, without markup. */
function plainText(token: Token): string {
  const { tokens, text } = token as { tokens?: Token[]; text?: string };
  return tokens ? tokens.map(plainText).join('') : (text ?? '');
}

/** Gives headings their ids, and lists them. */
function identify(tokens: readonly Token[]): Heading[] {
  const used = new Map<string, number>();
  return tokens.flatMap((token) => {
    if (token.type !== 'heading') return [];
    const text = plainText(token);
    const slug = headingId(text);
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    const id = before === 0 ? slug : `${slug}-${before}`;
    Object.assign(token, { id });
    return [{ id, text, depth: (token as Tokens.Heading).depth }];
  });
}

/** The anchor that code forges give a heading. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

interface TabsToken {
  readonly type: 'tabs';
  readonly raw: string;
  readonly fences: readonly Fence[];
  readonly id: string;
}

/** Merges adjacent fences, each in another language of the tabs, into one token. */
function withTabs(tokens: readonly Token[]): (Token | TabsToken)[] {
  const result: (Token | TabsToken)[] = [];
  let run: Tokens.Code[] = [];
  const close = () => {
    if (run.length === 1) result.push(run[0]!);
    else if (run.length > 1) {
      result.push({ type: 'tabs', raw: '', fences: run.map(fenceOf), id: `code-${result.length}` });
    }
    run = [];
  };
  for (const token of tokens) {
    if (token.type === 'space') continue;
    const fence = token.type === 'code' ? fenceOf(token as Tokens.Code) : undefined;
    const goesOn =
      fence && isTabbed(fence.language) && run.every((other) => fenceOf(other).language !== fence.language);
    if (!goesOn) close();
    if (fence && isTabbed(fence.language)) run.push(token as Tokens.Code);
    else result.push(token);
  }
  close();
  return result;
}

/** After the language, a fence may have words for the tests. */
function fenceOf({ lang = '', text }: Tokens.Code): Fence {
  return { language: lang.split(' ', 1)[0] ?? '', text };
}

function tabsExtension({ codeLanguage }: RenderOptions) {
  return {
    name: 'tabs',
    renderer(token: Tokens.Generic): string {
      const { fences, id } = token as unknown as TabsToken;
      return codeTabs(fences, { id, legend: codeLanguage }).toString();
    },
  };
}

/** Marked concatenates strings: the renderer's parts are text of `Html`, and its result was rendered here. */
function renderer({ hrefOf, rowIds }: RenderOptions): RendererObject {
  return {
    heading(token) {
      const { depth, tokens } = token;
      const { id } = token as unknown as Heading;
      const text = trustedHtml(this.parser.parseInline(tokens));
      return html`<h${depth} id="${id}"><a href="#${id}">${text}</a></h${depth}>
`.toString();
    },
    // Code for a shop's page is not a Node program.
    code: (token) =>
      codeFigure(fenceOf(token), / browser\b/.test(token.lang ?? '') ? 'JavaScript' : undefined).toString(),
    codespan: ({ text }) => code(text).toString(),
    html: ({ text }) => (/^<!--[\s\S]*-->\s*$/.test(text) ? '' : html`${text}`.toString()),
    blockquote({ tokens }) {
      return html`<div class="note">${trustedHtml(this.parser.parse(tokens))}</div>
`.toString();
    },
    link({ href, tokens }) {
      const text = trustedHtml(this.parser.parseInline(tokens));
      const address = hrefOf(href);
      if (address !== undefined) return html`<a href="${address}">${text}</a>`.toString();
      const path = href.replace(/^(\.\.?\/)+/, '');
      const named = code(path);
      return (plainText({ tokens } as Token) === path ? named : html`${text} (${named})`).toString();
    },
    image: ({ text }) => html`${text}`.toString(),
    checkbox: () => '<span class="box" aria-hidden="true"></span> ',
    table({ header, rows }) {
      const isWide = header.length >= WIDE_TABLE || rows.flat().some(hasLongWord);
      const names = header.map((cell) => plainText({ tokens: cell.tokens } as Token));
      const role = (name: string) => isWide && html` role="${name}"`;
      const inCells = (row: readonly Tokens.TableCell[]) =>
        row.map((cell, i) => {
          const label = isWide && names[i] ? html` data-label="${names[i]}"` : '';
          return html`<td${role('cell')}${label}>${trustedHtml(this.parser.parseInline(cell.tokens))}</td>`;
        });
      // An empty heading names nothing, so it becomes a normal cell.
      const head = header.map((cell, i) =>
        names[i] === ''
          ? html`<td${role('cell')}></td>`
          : html`<th scope="col"${role('columnheader')}>${trustedHtml(this.parser.parseInline(cell.tokens))}</th>`,
      );
      const hasHead = names.some((name) => name !== '');
      const headRow = hasHead && html`<thead${role('rowgroup')}><tr${role('row')}>${head}</tr></thead>`;
      const body = rows.map(
        (row) => html`<tr${role('row')}${rowId(row, rowIds)}>${inCells(row)}</tr>
`,
      );
      return html`<table${isWide && html` class="wide"`}${role('table')}>${headRow}<tbody${role('rowgroup')}>${body}</tbody></table>
`.toString();
    },
    text(token) {
      const isParsed = 'tokens' in token && token.tokens;
      return isParsed ? this.parser.parseInline(token.tokens ?? []) : breakable(token.text).toString();
    },
  };
}

/** Whether a cell has a long word that cannot wrap. Names can wrap after underscores. */
function hasLongWord({ tokens }: Tokens.TableCell): boolean {
  const words = tokens.flatMap((token) => plainText(token).split(/[\s_]/));
  return words.some((word) => word.length >= LONG_WORD);
}

function rowId(row: readonly Tokens.TableCell[], prefix: string | undefined): Html | '' {
  if (prefix === undefined) return '';
  const named = row.flatMap(({ tokens }) => tokens).find(({ type }) => type === 'codespan');
  return named ? html` id="${prefix}${plainText(named)}"` : '';
}
