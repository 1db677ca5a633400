import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ability, isAllowed } from '../domain/roles.ts';
import { formField } from '../http/form-fields.ts';
import type { Language } from '../messages/language.ts';
import type { SignedIn } from '../operator/users/session-rules.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { ConsolePage } from './console-page.ts';
import { CONSOLE_PATH } from './console-path.ts';
import { nextPath } from './next-path.ts';

/** One request of a browser to the console. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: ConsoleDeps;
  /** The path of the console: what every address begins with. */
  readonly base: string;
  /** What stands for the names in the route's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly language: Language;
  /** The same visit in this language, unless whoever visits has chosen one. */
  readonly preferring: (language: Language) => Visit;
  /** Whose session it is; one that waits for the second factor counts. */
  readonly who: SignedIn | undefined;
  /** The secret that every form of this response carries. */
  readonly formToken: string;
  /** Responds with a page. */
  readonly show: (page: ConsolePage, status?: number) => Promise<FastifyReply>;
}

/** A request of somebody who has signed in, and may do what its route does. */
export interface SignedInVisit extends Visit {
  readonly who: SignedIn;
}

/** Whether somebody's role has an ability: what it has not is not offered. The routes say it again. */
export function may({ who }: SignedInVisit, ability: Ability): boolean {
  return isAllowed(who.user.role, ability);
}

/** The page that was asked for, or whose form was sent, below `/console` and with its query; empty for the first page, and when it is not known. */
export function ownPath({ request }: Pick<Visit, 'request'>): string {
  if (request.method === 'POST') return nextPath(formField(request, 'form_page'));
  return request.url.startsWith(CONSOLE_PATH) ? request.url.slice(CONSOLE_PATH.length) : '';
}

/** An address of the console. What is undefined or empty is left out of the query. */
export function hrefOf(
  { base }: Pick<Visit, 'base'>,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
}
