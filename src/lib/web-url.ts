/** A text as the address of a website, http:// or https://. Undefined for anything else. */
export function webUrl(text: string | null | undefined): URL | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** The path of an address, without a slash at its end: nothing for that of a whole host. */
export function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}
