import type { Language } from '../wording/language.ts';

/** No address of ours is longer. A page repeats its own several times, and must stay small. */
const LONGEST_QUERY = 1_500;

/** The address of a page relative to itself, in a language and with a sealed session if it has one. */
export function pageHref(language: Language, session: string): string {
  return `?${new URLSearchParams({ lang: language, ...(session !== '' && { s: session }) })}`;
}

/** The address `url` in another language, with all else that its query says, such as which payment a provider means. */
export function sameHrefIn(url: string, language: Language): string {
  const given = /\?(.*)$/s.exec(url)?.[1] ?? '';
  const query = new URLSearchParams(given.length > LONGEST_QUERY ? '' : given);
  query.set('lang', language);
  return `?${query}`;
}
