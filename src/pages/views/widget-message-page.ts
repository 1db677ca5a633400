import { html } from 'ghtml';
import type { Language } from '../../wording/language.ts';
import { widgetLayout } from '../widget-layout.ts';
import { type Message, messageTexts } from './message-page.ts';

/** A page of the widget that only says why there is nothing else. */
export function widgetMessagePage(message: Message, language: Language, waitSeconds?: number): string {
  const { title, words } = messageTexts(message, language, waitSeconds);
  return widgetLayout({
    language,
    title: `${title} · Peye`,
    state: message,
    content: html`<h1>${title}</h1><p>${words}</p>`,
  });
}
