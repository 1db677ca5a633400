import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import type { Language } from '../../platform/messages/language.ts';
import { loadOnce } from '../../platform/tasks/promises.ts';
import type { DocsSite } from '../docs-site.ts';

const MAX_RESULTS = 8;

interface FoundPage {
  readonly title: string;
  readonly heading: string;
  /** The name for the tool `read_page`. */
  readonly page: string;
  readonly url: string;
}

/** The search of the pages' search field, for programs: at most eight places of the documentation, best first. */
export function docsSearch(
  loadSite: () => Promise<DocsSite>,
  publicUrl: string,
): (query: string, language: Language) => Promise<readonly FoundPage[]> {
  const { origin } = new URL(publicUrl);
  const loadSearch = loadOnce(async () => {
    const script = await readFile(new URL('../docs-search.js', import.meta.url), 'utf8');
    type Place = { readonly address: string; readonly title: string; readonly heading: string };
    return runInNewContext(`${script}; searchDocs`) as (places: unknown, query: string) => readonly Place[];
  });
  const indexes = new Map<Language, () => Promise<unknown>>();
  const indexOf = (language: Language) => {
    const load =
      indexes.get(language) ?? loadOnce(async () => JSON.parse(await (await loadSite()).searchIndex(language)));
    indexes.set(language, load);
    return load();
  };
  return async (query, language) => {
    const [search, index] = await Promise.all([loadSearch(), indexOf(language)]);
    return search(index, query)
      .slice(0, MAX_RESULTS)
      .map(({ address, title, heading }) => ({
        title,
        heading,
        page: pageOf(address),
        url: `${origin}${address}`,
      }));
  };
}

/** The name of a page, from its name or any of its addresses: `webhooks`, `/docs/webhooks.md`, `https://pay.example.ht/docs/webhooks#retries`. */
export function pageOf(address: string): string {
  return address.replace(/#.*$/s, '').replace(/^(?:.*\/)?docs(?:\/|$)/s, '');
}
