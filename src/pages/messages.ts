import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryField } from '../http/form-fields.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { chooseLanguage, type Language } from '../messages/language.ts';
import { pageHref, sameHrefIn } from './page-href.ts';
import type { Message } from './page-state.ts';
import { sendPage } from './send-page.ts';
import { messagePage } from './views/message-page.ts';
import { sendWidgetPage } from './widget/send-widget-page.ts';
import { widgetMessagePage } from './widget/widget-message-page.ts';

/** What every handler responds with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly isWidget: boolean;
}

/** The language that this visitor reads. */
export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage(queryField(request, 'lang'), request.headers['accept-language']);
}

/** 404: no such page, or none for this visitor. It does not tell which. */
export function sendNotFound(exchange: Exchange): FastifyReply {
  noteOnRequest(exchange.request, { error: 'not_found' });
  return sendMessage(exchange, 404, 'notFound');
}

/** 404 for a payment of ours that this store does not know: a restore may have lost it, or its time here is over. */
export function sendUnknownPayment(exchange: Exchange, transactionId: number): FastifyReply {
  noteOnRequest(exchange.request, { error: 'not_found' });
  return sendMessage(exchange, 404, 'unknownPayment', transactionId);
}

/** A page with a message only. `value` is what the text says: seconds to wait, or a transaction id. */
export function sendMessage(
  { request, reply, isWidget }: Exchange,
  status: number,
  message: Message,
  value?: number,
): FastifyReply {
  const language = languageOf(request);
  if (isWidget) return sendWidgetPage(reply, { status, html: widgetMessagePage(message, language, value) });
  // A visitor who may have guessed a number is thanked in the same words whatever it was.
  const hrefIn = (other: Language) => (message === 'returned' ? pageHref(other, '') : sameHrefIn(request.url, other));
  return sendPage(reply, { status, html: messagePage({ message, language, value, hrefIn }) });
}
