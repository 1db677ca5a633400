import { html } from 'ghtml';
import type { Language } from '../language.ts';
import { layout } from '../layout.ts';
import { TEXTS, type Texts } from '../texts.ts';

const MESSAGES = {
  notFound: 'notFoundText',
  refused: 'refusedText',
  returned: 'returnedText',
  systemError: 'systemErrorText',
} as const satisfies Partial<Record<keyof Texts, keyof Texts>>;

export type Message = keyof typeof MESSAGES;

/** A page that only says why there is nothing else. */
export function messagePage(message: Message, language: Language, isWidget: boolean): string {
  const texts = TEXTS[language];
  return layout({
    language,
    hrefIn: (other) => `?lang=${other}`,
    title: `${texts[message]} · Peye`,
    content: html`<section class="sheet"><h1>${texts[message]}</h1><p>${texts[MESSAGES[message]]}</p></section>`,
    theme: 'plain',
    brand: 'Peye',
    isTest: false,
    widget: isWidget ? {} : undefined,
  });
}
