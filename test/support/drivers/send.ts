/** Headers of a browser, except that it takes no compressed pages, which would take a quarter of the time of tests with many pages. */
export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'identity',
};
/** The header of a posted form. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends a message as a provider or any other client would; redirects are not followed. */
export async function send(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
