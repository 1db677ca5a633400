import type { Language } from '../wording/language.ts';
import { TEXTS } from '../wording/texts.ts';
import type { Texts } from '../wording/wording.ts';

const MESSAGES = {
  notFound: 'notFoundText',
  refused: 'refusedText',
  returned: 'returnedText',
  systemError: 'systemErrorText',
  unavailable: 'unavailableText',
  closed: 'closedText',
  tooMany: 'tooManyText',
} as const satisfies Partial<Record<keyof Texts, keyof Texts>>;

/** What a page may say when it is about no payment. */
export type Message = keyof typeof MESSAGES;

/** What a message says: on a page of its own, and in the card widget in its own way. */
export function messageTexts(
  message: Message,
  language: Language,
  waitSeconds = 1,
): { readonly title: string; readonly words: string } {
  const texts = TEXTS[language];
  const text = texts[MESSAGES[message]];
  return { title: texts[message], words: typeof text === 'function' ? text(waitSeconds) : text };
}
