import type { RenderedMarkdown } from './render-markdown.ts';

/** A search result: address, title of its page, its heading (empty at the top of a page), and its words. */
export type SearchPlace = readonly [address: string, title: string, heading: string, words: string];

/** Shorter words do not help to find anything. */
const WORD = /[\p{L}\p{N}_-]{3,}/gu;

/** The search results of a page: its top, and each heading. Every word is stored once; code to paste is not indexed. */
export function searchPlaces(
  address: string,
  { title, html }: Pick<RenderedMarkdown, 'title' | 'html'>,
): SearchPlace[] {
  const text = html
    .toString()
    .replaceAll(/<figure[\s\S]*?<\/figure>/g, ' ')
    .replaceAll('<wbr>', '');
  const [top = '', ...places] = text.split(/<h[2-6] id="/);
  return [
    [address, title, '', wordsOf(top)] as const,
    ...places.map((place) => {
      const [, id = '', heading = '', rest = ''] = /^([^"]*)">([\s\S]*?)<\/h[2-6]>([\s\S]*)$/.exec(place) ?? [];
      return [`${address}#${id}`, title, shownText(heading), wordsOf(rest)] as const;
    }),
  ];
}

function wordsOf(html: string): string {
  return [...new Set(shownText(html).toLowerCase().match(WORD))].join(' ');
}

function shownText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
