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

/** Whether a host name or address, without brackets, literally names this machine. Names are not resolved. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}
