import { createRequire } from 'node:module';
import type { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './language.ts';

/** The same keys as the English messages of an area. A missing or additional key does not compile. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

/** Messages of one area as views use them: a plain text is a string, and a text with arguments is a function of them. */
export type Messages<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? Message<English[Key]> : Messages<English[Key]>;
};

/** One English text as views use it. */
type Message<Text extends string> = keyof Arguments<Text> extends never
  ? string
  : (values: Readonly<Arguments<Text>>) => string;

/** The arguments that an ICU message names, with the types of their values. */
export type Arguments<Text extends string> = {
  [Each in Named<Text> as Each extends `${infer Name},${string}` ? Name : Each]: Each extends `${string}, ${infer Kind}`
    ? Kind extends 'plural' | 'number' | 'selectordinal'
      ? number
      : string
    : string | number;
};

/** Each `{name}`, `{name, plural` and so on of a message. The text of a plural's branch is not an argument: it has more than one word. */
type Named<Text extends string> = Text extends `${string}{${infer Rest}`
  ? ArgumentOf<UpToBrace<Rest>> | Named<Rest>
  : never;

type UpToBrace<Rest extends string> = Rest extends `${infer Before}{${string}` ? UpToEnd<Before> : UpToEnd<Rest>;
type UpToEnd<Rest extends string> = Rest extends `${infer Before}}${string}` ? Before : Rest;

type ArgumentOf<Inside extends string> = Inside extends `${infer Name}, ${infer Rest}`
  ? Name extends OneWord<Name>
    ? `${Name}, ${Rest extends `${infer Kind},${string}` ? Kind : Rest}`
    : never
  : OneWord<Inside>;

type OneWord<Text extends string> = Text extends '' | `${string}${' ' | '#'}${string}` ? never : Text;

/** The placeholder for an argument while its message is split; no text contains it. */
const MARK = '\u0000';

/** The parts of a message before and after one of its arguments, for views that put an element there. */
export function around<Name extends string>(
  message: (values: Readonly<Record<Name, string>>) => string,
  name: Name,
): readonly [before: string, after: string] {
  const [before = '', after = ''] = message({ [name]: MARK } as Record<Name, string>).split(MARK);
  return [before, after];
}

/** Rules for plurals and numbers. Node has none for Kreyòl, whose nouns do not change with a number. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en', fr: 'fr', ht: 'fr' };

/**
 * The messages of one area in every language. Texts with arguments are ICU messages: `{count, plural, one {# payment} other {# payments}}`.
 * They are parsed when they are first used, and plain texts never are.
 */
export function catalogue<const English>(
  languages: { readonly en: English } & { readonly [Other in Exclude<Language, 'en'>]: Translation<English> },
): Readonly<Record<Language, Messages<English>>> {
  const { en, fr, ht } = languages;
  return {
    en: messagesOf(en, 'en') as Messages<English>,
    fr: messagesOf(fr, 'fr') as Messages<English>,
    ht: messagesOf(ht, 'ht') as Messages<English>,
  };
}

function messagesOf(texts: unknown, language: Language): unknown {
  if (typeof texts === 'string') return texts.includes('{') ? formatter(texts, language) : texts;
  return Object.fromEntries(
    Object.entries(texts as Record<string, unknown>).map(([key, value]) => [key, messagesOf(value, language)]),
  );
}

function formatter(text: string, language: Language): (values: Record<string, string | number>) => string {
  let parsed: IntlMessageFormat | undefined;
  return (values) => {
    parsed ??= new (loadFormatter())(text, LOCALES[language], undefined, { ignoreTag: true });
    return String(parsed.format(values));
  };
}

/** The formatter is loaded with the first message that has arguments: a start and most commands need none. */
function loadFormatter(): typeof IntlMessageFormat {
  const { IntlMessageFormat } = createRequire(import.meta.url)(
    'intl-messageformat',
  ) as typeof import('intl-messageformat');
  return IntlMessageFormat;
}
