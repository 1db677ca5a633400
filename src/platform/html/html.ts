import { html as ghtml } from 'ghtml';

/** Values that insert no text. */
type Nothing = '' | false | null | undefined;

/** Values that the tag `html` accepts: text, which is always escaped; HTML, which never is; and values that insert nothing. */
export type HtmlValue = string | number | bigint | Html | Nothing | readonly (Html | Nothing)[];

/**
 * HTML that is safe to send to a browser. A string is not `Html`, so unescaped text does not compile where HTML is expected. Only the
 * functions of this file create it.
 */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text for the network or an e-mail. The tag escapes it like any other string. */
  toString(): string {
    return this.#text;
  }
}

export type { Html };

/** A template for a single value, which ghtml escapes. */
const ESCAPED = Object.assign(['', ''], { raw: ['', ''] }) as TemplateStringsArray;

/** HTML from a template, with the values inserted by the rules of `HtmlValue`. */
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

/** Joins parts with a separator, which is escaped if it is text. Skips parts that insert nothing. */
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
 * Marks text as HTML without escaping it: our own styles, scripts and drawings, or rendered Markdown. The text must not contain unescaped
 * input of a customer, a merchant or a provider. `test/architecture.test.ts` lists the files that may call this function.
 */
export function trustedHtml(text: string): Html {
  return new Html(text);
}
