export const LANGUAGES = ['ht', 'fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** At most this many characters, and preferences, are read. Browsers send a handful of preferences. */
const LONGEST_HEADER = 512;
const MAX_WISHES = 20;

/**
 * The language of a page: by the page's link, otherwise the browser's first preference among our languages, otherwise
 * Kreyòl.
 *
 * @param chosen the `lang` of the query, as it came
 * @param acceptLanguage the header `Accept-Language`
 */
export function chooseLanguage(chosen: unknown, acceptLanguage: string | undefined): Language {
  return LANGUAGES.find((language) => language === chosen) ?? preferredLanguage(acceptLanguage) ?? 'ht';
}

/**
 * The browser's first preference among our languages.
 *
 * @param acceptLanguage the header `Accept-Language`
 */
export function preferredLanguage(acceptLanguage = ''): Language | undefined {
  const parts = acceptLanguage.slice(0, LONGEST_HEADER).split(',', MAX_WISHES);
  const wishes = parts.map((part) => {
    // Not split by a pattern with its blanks: that takes quadratic time on a long run of them.
    const [tag = '', ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { primary: tag.split('-', 1)[0], quality: Number(quality) || 0 };
  });
  wishes.sort((a, b) => b.quality - a.quality);
  for (const { primary, quality } of wishes) {
    const language = LANGUAGES.find((one) => one === primary);
    if (language && quality > 0) return language;
  }
  return undefined;
}
