import { html as ghtml } from 'ghtml';

/** Values that insert nothing. */
type Nothing = '' | false | null | undefined;

/** What the tag `html` takes: text, which is always escaped; HTML, which never is; and values that insert nothing. */
export type HtmlValue = string | number | bigint | Html | Nothing | readonly (Html | Nothing)[];

/**
 * HTML that a browser may receive as it is. A string is no `Html`: text that was not escaped does not compile where HTML is expected.
 * The functions of this file create it, and nothing else does.
 */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text for the network or an e-mail. For the tag it is text again, and is escaped. */
  toString(): string {
    return this.#text;
  }
}

export type { Html };

/** A template whose only value is escaped by ghtml. */
const ESCAPED = Object.assign(['', ''], { raw: ['', ''] }) as TemplateStringsArray;

/** HTML from a template: what stands in it is inserted by the rules of `HtmlValue`. */
export function html({ raw }: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = raw[0]!;
  for (let i = 0; i < values.length; i += 1) text += textOf(values[i]) + raw[i + 1]!;
  return new Html(text);
}

function textOf(value: HtmlValue): string {
  if (typeof value === 'string') return value === '' ? '' : ghtml(ESCAPED, value);
  if (value instanceof Html) return value.toString();
  if (value === undefined || value === null || value === false) return '';
  if (!Array.isArray(value)) return ghtml(ESCAPED, String(value));
  let text = '';
  for (const part of value) text += textOf(part);
  return text;
}

/** The parts one after the other, with text between them. Parts that are empty values count as none. */
export function joinHtml(parts: readonly (Html | Nothing)[], separator: Html | string = ''): Html {
  const between = textOf(separator);
  return new Html(
    parts
      .filter((part) => part !== '' && part !== false && part !== undefined && part !== null)
      .map(textOf)
      .join(between),
  );
}

/**
 * Text that is HTML already and that the tag did not build: our own styles, scripts and drawings, or rendered Markdown. Nothing that a
 * customer, a merchant or a provider wrote may be in it unescaped. `test/architecture.test.ts` lists the files that may call it.
 */
export function trustedHtml(text: string): Html {
  return new Html(text);
}
