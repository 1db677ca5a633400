import type { Language } from '../wording/language.ts';

/** The address of a page relative to itself, in a language and with a sealed session if it has one. */
export function pageHref(language: Language, session: string): string {
  return `?${new URLSearchParams({ lang: language, ...(session !== '' && { s: session }) })}`;
}
