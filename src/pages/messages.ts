import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryField } from '../http/form-fields.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { type Html, html } from '../platform/html/html.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { chooseLanguage, type Language } from '../platform/messages/language.ts';
import { pageHref, sameHrefIn } from './page-href.ts';
import type { Message } from './page-state.ts';
import { sendPage } from './send-page.ts';
import { messagePage } from './views/message-page.ts';
import { sendWidgetPage } from './widget/send-widget-page.ts';
import { widgetMessagePage } from './widget/widget-message-page.ts';

/** The parts that every handler needs to respond. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly isWidget: boolean;
}

/** The paths of the documentation and the console, from the root of this origin; undefined if this node does not serve them. */
export interface Entrances {
  readonly docs: string | undefined;
  readonly console: string | undefined;
}

/** The visitor's language. */
export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage(queryField(request, 'lang'), request.headers['accept-language']);
}

/** 404: no such page, or none for this visitor. The page does not reveal which. */
export function sendNotFound(exchange: Exchange): FastifyReply {
  noteOnRequest(exchange.request, { error: 'not_found' });
  return sendMessage(exchange, 404, 'notFound');
}

/** 404 for a payment with a valid link that is not in this store: a restore may have lost it, or data retention has deleted it. */
export function sendUnknownPayment(exchange: Exchange, transactionId: number): FastifyReply {
  noteOnRequest(exchange.request, { error: 'not_found' });
  return sendMessage(exchange, 404, 'unknownPayment', { value: transactionId });
}

/** A page with only a message. `value` is the number in its text: seconds to wait, or a transaction id. `more` comes below it. */
export function sendMessage(
  { request, reply, isWidget }: Exchange,
  status: number,
  message: Message,
  { value, more }: { value?: number; more?: Html } = {},
): FastifyReply {
  const language = languageOf(request);
  if (isWidget) return sendWidgetPage(reply, { status, html: widgetMessagePage(message, language, value) });
  // The same thank-you page for every id, for a visitor who may have guessed the transaction id.
  const hrefIn = (other: Language) => (message === 'returned' ? pageHref(other, '') : sameHrefIn(request.url, other));
  return sendPage(reply, { status, html: messagePage({ message, language, value, more, hrefIn }) });
}

function documentation(docs: string, language: Language): string {
  return language === 'en' ? docs : `${docs}/${language}`;
}

/** 404 for an address that is no payment's: links to the documentation and the console, if this node serves them. */
export function sendNoPage(exchange: Exchange, { docs, console }: Entrances): FastifyReply {
  const language = languageOf(exchange.request);
  const texts = TEXTS[language];
  noteOnRequest(exchange.request, { error: 'not_found' });
  const link = (href: string | undefined, label: string) =>
    href && html`<a class="button quiet" href="${href}">${label}</a>`;
  return sendMessage(exchange, 404, 'noPage', {
    more: html`${link(docs && documentation(docs, language), texts.docs)}${link(console, texts.console)}`,
  });
}
