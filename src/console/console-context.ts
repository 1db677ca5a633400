import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { Mode } from '../core/payment.ts';
import { type Ability, isAllowed } from '../core/roles.ts';
import { userActor } from '../features/users/record-user-change.ts';
import type { SignedIn } from '../features/users/session-rules.ts';
import type { Visitor } from '../features/users/sessions.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import { formField } from '../http/form-fields.ts';
import type { Language } from '../platform/messages/language.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { CONSOLE_PATH, nextPath } from './console-path.ts';
import type { ConsolePage } from './send-console-page.ts';

/** A form that was not processed because its user first had to sign in, or to confirm a factor. */
export interface KeptForm {
  /** Its target, below `/console`. */
  readonly action: string;
  /** The values of its fields. A field that was not sent, such as an empty checkbox, has none. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** The context of one request to the console. */
export interface ConsoleContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: ConsoleDeps;
  /** The console's path, which every address starts with. */
  readonly base: string;
  /** The values of the route's path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly language: Language;
  /** Returns the same context in this language, unless the user has chosen a language. */
  readonly preferring: (language: Language) => ConsoleContext;
  /** The mode of the payments that lists and figures show. */
  readonly mode: Mode;
  /** The session. It may still wait for two-factor authentication. */
  readonly who: SignedIn | undefined;
  /** The CSRF token for the forms of this response. */
  readonly formToken: string;
  /** The form that was saved while the user signed in again; its page shows the values again. */
  readonly kept: KeptForm | undefined;
  /** Sends a page. */
  readonly show: (page: ConsolePage, status?: number) => Promise<FastifyReply>;
}

/** The request of a signed-in user who may use its route. */
export interface SignedInContext extends ConsoleContext {
  readonly who: SignedIn;
}

/** Whether the user's role has an ability. Pages do not offer actions whose ability the role lacks; the routes check it again. */
export function may({ who }: SignedInContext, ability: Ability): boolean {
  return isAllowed(who.user.role, ability);
}

/**
 * The requested page, or the page of the submitted form, below `/console` and with its query; empty for the first page, and if it is
 * unknown.
 */
export function ownPath({ request }: Pick<ConsoleContext, 'request'>): string {
  if (request.method === 'POST') return nextPath(formField(request, 'form_page'));
  return request.url.startsWith(CONSOLE_PATH) ? request.url.slice(CONSOLE_PATH.length) : '';
}

/** An address of the console. Undefined and empty values are omitted from the query. */
export function hrefOf(
  { base }: Pick<ConsoleContext, 'base'>,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** The address of a page of the documentation, in the language of the reader. */
export function docsHref({ base }: Pick<ConsoleContext, 'base'>, page: string): string {
  return `${base.slice(0, -CONSOLE_PATH.length)}/docs/${page}`;
}

/** The user who makes a change in the console, as the audit log records the actor. */
export function actorOf({ who, request }: Pick<SignedInContext, 'who' | 'request'>): Actor {
  return userActor(who.user, wholeAddressOf(request) ?? null);
}

/** The request's browser, as the session records it. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: wholeAddressOf(request) ?? null, userAgent: request.headers['user-agent'] ?? null };
}
