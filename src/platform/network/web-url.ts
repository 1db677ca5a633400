/** A text as the URL of a website, http:// or https://. Undefined for anything else. */
export function webUrl(text: string | null | undefined): URL | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** The path of a URL without its trailing slash: empty for a whole host. */
export function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}
