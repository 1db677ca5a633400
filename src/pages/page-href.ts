import { html } from '../lib/html.ts';
import type { Language } from '../messages/language.ts';

/** In HTML, where a character may take five. No query of a provider's is longer. A page repeats its own several times, and must stay small. */
const LONGEST_QUERY = 1_000;

/** The address of a page relative to itself, in a language and with a sealed session if it has one. */
export function pageHref(language: Language, session: string): string {
  return `?${new URLSearchParams({ lang: language, ...(session !== '' && { s: session }) })}`;
}

/** The page at `href`, a query, that does not load itself again: for who reads slowly, or has it read out. */
export function stillHref(href: string): string {
  const query = new URLSearchParams(href.slice(1));
  query.set('still', '1');
  return `?${query}`;
}

/** The address `url` in another language, with all else that its query says, such as which payment a provider means. */
export function sameHrefIn(url: string, language: Language): string {
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '');
  query.set('lang', language);
  return html`${String(query)}`.toString().length > LONGEST_QUERY ? pageHref(language, '') : `?${query}`;
}
