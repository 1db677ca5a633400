import type { FastifyRequest } from 'fastify';
import { sessionPath } from '../features/checkout/session.ts';
import { formField } from '../http/form-fields.ts';
import { html } from '../platform/html/html.ts';
import type { Language } from '../platform/messages/language.ts';
import { pathOf } from '../platform/network/web-url.ts';

/** The field that the language switch sends with the form TYPED_FORM. */
export const SWITCH_FIELD = 'switch';

/**
 * The limit in HTML, where a character may take five. No provider's query is longer. A page repeats its own query several times, and must
 * stay small.
 */
const LONGEST_QUERY = 1_000;

/** A page's address relative to itself, with the language, and with a sealed session if there is one. */
export function pageHref(language: Language, session: string): string {
  return `?${new URLSearchParams({ lang: language, ...(session !== '' && { s: session }) })}`;
}

/** The address of a session's page on this origin, without a language. */
export function sessionHref(publicUrl: string, code: string): string {
  return `${pathOf(publicUrl)}${sessionPath(code)}`;
}

/** The page at `href`, a query, without automatic reload: for slow readers and screen readers. */
export function stillHref(href: string): string {
  const query = new URLSearchParams(href.slice(1));
  query.set('still', '1');
  return `?${query}`;
}

/** The address `url` in another language, with the rest of its query, such as the payment that a provider means. */
export function sameHrefIn(url: string, language: Language): string {
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '');
  query.set('lang', language);
  return html`${String(query)}`.toString().length > LONGEST_QUERY ? pageHref(language, '') : `?${query}`;
}

/** Whether the language switch sent the request's form: the page shows its values again, and submits nothing. */
export function isLanguageSwitch(request: FastifyRequest): boolean {
  return formField(request, SWITCH_FIELD) !== '';
}
