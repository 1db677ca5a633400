import { type Html, html } from '../../lib/html.ts';
import { TEXTS } from '../../messages/customer/customer-messages.ts';
import type { Language } from '../../messages/language.ts';
import { layout } from '../layout.ts';
import type { Message } from '../page-state.ts';

/** What a message says: on a page of its own, and in the card widget in its own way. */
export function messageTexts(
  message: Message,
  language: Language,
  value = 1,
): { readonly title: string; readonly words: string } {
  const texts = TEXTS[language];
  const text = texts[`${message}Text`];
  return {
    title: texts[message],
    words: typeof text === 'function' ? text({ seconds: value, transactionId: value }) : text,
  };
}

/** Where the same address may show something else in a moment. */
const CAN_CHECK: readonly Message[] = ['systemError', 'unavailable', 'closed', 'tooMany'];

export interface MessageParts {
  readonly message: Message;
  readonly language: Language;
  /** Of `tooMany`: how many seconds to wait. Of `unknownPayment`: its transaction id. */
  readonly value?: number | undefined;
  /** The same page in another language. */
  readonly hrefIn: (language: Language) => string;
}

/** A page that only says why there is nothing else. */
export function messagePage({ message, language, value, hrefIn }: MessageParts): Html {
  const { title, words } = messageTexts(message, language, value);
  const { checkNow, widget } = TEXTS[language];
  const label = message === 'tooMany' ? widget.tryAgain : checkNow;
  const check = html`<a class="button quiet" href="${hrefIn(language)}">${label}</a>`;
  return layout({
    language,
    hrefIn,
    title,
    state: message,
    content: html`<section class="sheet"><h1>${title}</h1><p>${words}</p>${CAN_CHECK.includes(message) ? check : ''}</section>`,
    isTest: false,
  });
}
