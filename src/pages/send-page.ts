import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../http/errors.ts';
import { queryField } from '../http/form-fields.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { cspHash } from '../http/security-headers.ts';
import { sendPacked } from '../http/send-packed.ts';
import { type Html, html } from '../platform/html/html.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { chooseLanguage, type Language } from '../platform/messages/language.ts';
import { SCRIPT_HASH, STYLE_HASH } from './layout.ts';
import { colourStyle, type Merchant } from './merchant.ts';
import { pageHref, sameHrefIn } from './page-href.ts';
import type { Message } from './page-state.ts';
import { messagePage } from './views/message-page.ts';
import { sendWidgetPage } from './widget/send-widget-page.ts';
import { widgetMessagePage } from './widget/widget-page.ts';

export interface PageResponse {
  readonly status?: number;
  readonly html: Html;
  /** Whether the page shows another picture than the merchant's logo. */
  readonly hasPicture?: boolean | undefined;
  /** The merchant whose logo and colour the page shows. */
  readonly merchant?: Merchant | undefined;
  /** Whether the page has the script of the pages. */
  readonly hasScript?: boolean | undefined;
  /** The origin that a form of the page leads to, redirects included, for the policy: a provider's. Defaults to this origin. */
  readonly formTarget?: string | undefined;
}

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

/** Sends a page that no site may frame. It runs no script, or only that of the pages. */
export function sendPage(reply: FastifyReply, page: PageResponse): FastifyReply {
  reply.code(page.status ?? 200).headers({
    'content-security-policy': payPolicy(page),
    'x-robots-tag': 'noindex, nofollow',
  });
  return sendPacked(reply, page.html);
}

function payPolicy({ merchant, hasPicture, hasScript, formTarget = "'self'" }: PageResponse): string {
  const colour = merchant?.colour === undefined ? '' : ` ${cspHash(colourStyle(merchant.colour))}`;
  const logo = merchant?.logoHref === undefined && !hasPicture ? '' : "'self' ";
  const script = hasScript ? ` script-src ${SCRIPT_HASH};` : '';
  return `default-src 'none';${script} style-src ${STYLE_HASH}${colour}; img-src ${logo}data:; base-uri 'none'; form-action ${formTarget}; frame-ancestors 'none'`;
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

function documentation(docs: string, language: Language): string {
  return language === 'en' ? docs : `${docs}/${language}`;
}

/** Shows every error as a page. Errors of the gateway are logged. */
export function sendFailure(error: FastifyError | Error, exchange: Exchange): FastifyReply {
  const { request, reply } = exchange;
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: error.message }, 'the store is unavailable');
    noteOnRequest(request, { error: 'service_unavailable' });
    reply.header('retry-after', String(UNAVAILABLE_RETRY_SECONDS));
    if (request.method === 'GET') reply.header('refresh', String(UNAVAILABLE_RETRY_SECONDS));
    return sendMessage(exchange, 503, 'unavailable');
  }
  const status = error instanceof ApiError ? error.status : ((error as FastifyError).statusCode ?? 500);
  if (status === 429) return sendTooMany(exchange, (error as Partial<ApiError>).retryAfterSeconds ?? 1);
  if (status === 404) return sendNotFound(exchange);
  if (status < 500) {
    noteOnRequest(request, { error: 'bad_request' });
    return sendMessage(exchange, status, 'refused');
  }
  request.log.error({ err: error }, 'a page failed');
  noteOnRequest(request, { error: 'internal_error' });
  return sendMessage(exchange, 500, 'systemError');
}

/** 429 as a page that says how long to wait. The browser reloads it automatically after that time. */
export function sendTooMany(exchange: Exchange, waitSeconds: number): FastifyReply {
  const { request, reply } = exchange;
  noteOnRequest(request, { error: 'rate_limit_exceeded' });
  reply.header('retry-after', String(waitSeconds));
  if (request.method === 'GET') reply.header('refresh', String(waitSeconds));
  return sendMessage(exchange, 429, 'tooMany', { value: waitSeconds });
}
