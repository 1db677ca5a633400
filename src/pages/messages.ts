import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryField } from '../http/form-fields.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import type { Html } from '../platform/html/html.ts';
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
