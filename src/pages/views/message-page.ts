import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { layout } from '../layout.ts';
import type { Message } from '../page-state.ts';

/** The texts of a message: for its own page, and in the card widget's own style. */
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

/** Messages at an address that may soon show other content. */
const CAN_CHECK: readonly Message[] = ['systemError', 'unavailable', 'closed', 'tooMany'];

export interface MessageParts {
  readonly message: Message;
  readonly language: Language;
  /** More content, below the text. */
  readonly more?: Html | undefined;
  /** For `tooMany`: the seconds to wait. For `unknownPayment`: its transaction id. */
  readonly value?: number | undefined;
  /** The address of the same page in another language. */
  readonly hrefIn: (language: Language) => string;
}

/** A page with only a message. */
export function messagePage({ message, language, value, more, hrefIn }: MessageParts): Html {
  const { title, words } = messageTexts(message, language, value);
  const { checkNow, widget } = TEXTS[language];
  const label = message === 'tooMany' ? widget.tryAgain : checkNow;
  const check = html`<a class="button quiet" href="${hrefIn(language)}">${label}</a>`;
  return layout({
    language,
    hrefIn,
    title,
    state: message,
    content: html`<section class="sheet"><h1>${title}</h1><p>${words}</p>${more}${CAN_CHECK.includes(message) ? check : ''}</section>`,
    isTest: false,
  });
}
