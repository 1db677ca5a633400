/** A field of a form. The value is null if a browser would not send the field unchanged. */
interface HtmlField {
  readonly name: string;
  readonly type: string;
  readonly value: string | null;
  /** The options of a select. */
  readonly options: readonly string[];
}

/** A form in a page of the gateway. */
export interface HtmlForm {
  readonly method: 'get' | 'post';
  readonly action: string;
  readonly fields: readonly HtmlField[];
}

/** The forms of a page. */
export function formsOf(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', inner = '']) => ({
    method: attribute(tag, 'method') === 'post' ? 'post' : 'get',
    action: attribute(tag, 'action') ?? '',
    fields: fieldsOf(inner),
  }));
}

/** Every address that a page leads to by a link. */
export function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\b([^>]*)>/g)].flatMap(([, tag = '']) => attribute(tag, 'href') ?? []);
}

function fieldsOf(html: string): HtmlField[] {
  const found: HtmlField[] = [];
  for (const [, element = '', tag = '', inner = ''] of html.matchAll(
    /<(input|select|textarea|button)\b([^>]*)>(?:((?:(?!<\/?(?:select|textarea|button)\b).)*)<\/\1>)?/gs,
  )) {
    const name = attribute(tag, 'name');
    if (name === undefined) continue;
    found.push({ name, ...readValue(element, tag, inner) });
  }
  return found;
}

function readValue(element: string, tag: string, inner: string): Omit<HtmlField, 'name'> {
  if (element === 'textarea') return { type: 'textarea', value: decoded(inner), options: [] };
  if (element === 'select') {
    const options = [...inner.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option);
    const chosen = options.find((option) => /\sselected\b/.test(option)) ?? options[0] ?? '';
    const values = options.map((option) => attribute(option, 'value') ?? '');
    return { type: 'select', value: attribute(chosen, 'value') ?? '', options: values };
  }
  const type = element === 'button' ? 'button' : (attribute(tag, 'type') ?? 'text');
  const isSent = !['button', 'checkbox', 'radio'].includes(type) || /\schecked\b/.test(tag);
  return { type, value: isSent ? (attribute(tag, 'value') ?? '') : null, options: [] };
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
}

function decoded(text: string): string {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&#(\d+);|&(amp|lt|gt|quot);/g, (_, code, name: keyof typeof named) =>
    code === undefined ? named[name] : String.fromCharCode(Number(code)),
  );
}
