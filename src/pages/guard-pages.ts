import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { countRequest } from '../http/count-request.ts';
import { asksForPage } from '../http/not-found.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { html } from '../platform/html/html.ts';
import type { RateLimit } from '../platform/limits/rate-limits.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import type { Language } from '../platform/messages/language.ts';
import { type Exchange, languageOf, sendMessage, sendNotFound } from './messages.ts';
import { sendTooMany } from './send-failure.ts';

/** Guards routes that are neither pages nor the API, such as the docs: browsers get an error page, programs the error as JSON. */
export function guardPages(pages: RateLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    try {
      await countRequest(pages, request);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || !asksForPage(request)) throw error;
      return sendTooMany({ request, reply, isWidget: false }, error.retryAfterSeconds ?? 1);
    }
  };
}

/** The paths of the documentation and the console, from the root of this origin; undefined if this node does not serve them. */
export interface Entrances {
  readonly docs: string | undefined;
  readonly console: string | undefined;
}

/** An address like a payment's. Its reader is probably a customer with an incomplete link. */
const OF_PAYMENTS = /^\/(?:pay|l|c|widget|providers)(?:[/?]|$)/;

/** The page for an unknown address, whose reader is perhaps not a customer. It counts as a page view. */
export function notFoundPage(pages: RateLimit, entrances: Entrances) {
  const guard = guardPages(pages);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    (await guard(request, reply)) ??
    (OF_PAYMENTS.test(request.url) ? sendNotFound : sendNoPage)({ request, reply, isWidget: false }, entrances);
}

function documentation(docs: string, language: Language): string {
  return language === 'en' ? docs : `${docs}/${language}`;
}

function sendNoPage(exchange: Exchange, { docs, console }: Entrances): FastifyReply {
  const language = languageOf(exchange.request);
  const texts = TEXTS[language];
  noteOnRequest(exchange.request, { error: 'not_found' });
  const link = (href: string | undefined, label: string) =>
    href && html`<a class="button quiet" href="${href}">${label}</a>`;
  return sendMessage(exchange, 404, 'noPage', {
    more: html`${link(docs && documentation(docs, language), texts.docs)}${link(console, texts.console)}`,
  });
}
