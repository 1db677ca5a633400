import { CONSOLE_ROUTES } from '../../src/console/console-table.ts';
import { type ConsoleRoute, findRoute } from '../../src/console/route.ts';
import { type ConsoleClient, type ConsoleResponse, pathOf, valuesOf } from '../support/console.ts';
import { formsOf, type HtmlForm, linksOf } from '../support/html-forms.ts';

/** A page that was reached by links. */
export interface CrawledPage {
  readonly path: string;
  /** The page that has the link. */
  readonly from: string;
  readonly response: ConsoleResponse;
  readonly forms: readonly HtmlForm[];
}

/** No link leads from one mode to the other: a button does. */
export const STARTS: readonly string[] = ['', '/account', '/links?mode=live', '/checkout?mode=live'];

/** How many pages of a kind are visited: more of them show nothing new. */
const PAGES_OF_A_KIND = 3;

/**
 * The pages that a browser reaches from the pages `starts`, by links and by GET forms: at most three for each route with the same set of
 * fields in the query.
 */
export async function crawl(client: ConsoleClient, starts: readonly string[] = STARTS): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = [];
  const seen = new Map<string, number>();
  const waiting = starts.map((path) => ({ path, from: path }));
  const visited = new Set<string>();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    const kind = kindOf(path);
    if (visited.has(path) || (seen.get(kind) ?? 0) >= PAGES_OF_A_KIND) continue;
    visited.add(path);
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    const response = await client.get(path);
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    const forms = isPage ? formsOf(response.text) : [];
    pages.push({ path, from, response, forms });
    const links = isPage ? linksOf(response.text) : [];
    const filters = forms
      .filter(({ method }) => method === 'get')
      .map((form) => `${form.action}?${new URLSearchParams(valuesOf(form))}`);
    for (const link of [...links, ...filters]) {
      if (isOfConsole(link)) waiting.push({ path: pathOf(link), from: path });
    }
  }
  return pages;
}

const found = new Map<string, ConsoleRoute | undefined>();

/** The route of a path below `/console`. Each is found once, because tests request those of thousands of forms. */
export function routeOf(method: string, path: string): ConsoleRoute | undefined {
  const bare = path.split('?', 1)[0] ?? '';
  const key = `${method} ${bare}`;
  if (!found.has(key)) found.set(key, findRoute(CONSOLE_ROUTES, method, bare)?.route);
  return found.get(key);
}

/** Whether a link leads to a page of the console. */
export function isOfConsole(link: string): boolean {
  return /^\/console(?=$|[/?])/.test(link) && !link.startsWith('/console/assets/');
}

function kindOf(path: string): string {
  const names = [...new URLSearchParams(path.split('?', 2)[1]).keys()].sort();
  return `${routeOf('GET', path)?.path ?? path.split('?', 1)[0]}?${names}`;
}
