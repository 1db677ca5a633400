import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import type { Message } from '../page-state.ts';
import { messageTexts } from '../views/message-page.ts';
import { type WidgetError, widgetLayout } from './widget-layout.ts';

const ERRORS: Partial<Record<Message, WidgetError>> = {
  notFound: 'invalid_client_secret',
  closed: 'website_closed',
  tooMany: 'too_many_requests',
};

/** A page of the widget with only a message. */
export function widgetMessagePage(message: Message, language: Language, waitSeconds?: number): Html {
  const { widget } = TEXTS[language];
  const isUnknown = message === 'notFound';
  const { title, words } = isUnknown
    ? { title: widget.notOpened, words: widget.notOpenedText }
    : messageTexts(message, language, waitSeconds);
  const error = ERRORS[message] ?? 'gateway_error';
  return widgetLayout({
    language,
    title,
    state: message,
    error,
    content: html`<section role="alert"><h1>${title}</h1><p>${words}</p></section>
${error === 'gateway_error' || error === 'too_many_requests' ? html`<button type="button" data-retry>${widget.tryAgain}</button>` : ''}`,
  });
}
