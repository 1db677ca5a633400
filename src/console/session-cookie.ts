import type { FastifyReply, FastifyRequest } from 'fastify';
import { asEmail } from '../features/users/email.ts';
import { randomBase62, type SecretBox } from '../platform/secrets/secrets.ts';

const PURPOSE = 'console-known-browser';
const BROWSER_NAME = 'peye_browser';
const MARK_CHARACTERS = 22;
const MARK = /^([0-9A-Za-z]{22})\.([0-9a-f]{32})$/;
const YEAR_S = 365 * 86_400;

/** Browsers accept a cookie with this prefix only over TLS, for this host and all of its paths. */
const HOST_PREFIX = '__Host-';
const NAME = 'peye_console';

/** The session token of a request; undefined if the browser sent none, or two of them. */
export function sessionToken(request: FastifyRequest, publicUrl: string): string | undefined {
  return cookieOf(request, NAME, publicUrl);
}

/** Sends the session token to the browser, as a cookie until the browser is closed. */
export function sendSessionToken(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.header('set-cookie', cookieHeader(NAME, token, publicUrl));
}

/** Clears the browser's session cookie. */
export function clearSessionToken(reply: FastifyReply, publicUrl: string): void {
  reply.header('set-cookie', `${cookieHeader(NAME, '', publicUrl)}; Max-Age=0`);
}

/** The value of one of the gateway's cookies; undefined if the browser sent none, or two of them. */
export function cookieOf(request: FastifyRequest, name: string, publicUrl: string): string | undefined {
  const start = `${nameFor(name, publicUrl)}=`;
  const sent = (request.headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(start));
  return sent.length === 1 ? sent[0]?.slice(start.length) : undefined;
}

/** A cookie that lasts until the browser is closed. Links from other sites send it (`Lax`); forms and scripts of other sites do not. */
export function cookieHeader(name: string, value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameFor(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function nameFor(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `${HOST_PREFIX}${name}` : name;
}

interface Parts<Box extends keyof SecretBox> {
  readonly box: Pick<SecretBox, Box>;
  readonly publicUrl: string;
}

/**
 * The mark of a browser that has signed in to this account before; undefined for any other browser. It grants no access. Failed sign-ins
 * from elsewhere do not count against it, so that no one can lock the owner out by guessing.
 */
export function knownBrowser(
  request: FastifyRequest,
  { box, publicUrl }: Parts<'isTag'>,
  email: string,
): string | undefined {
  const [, mark, tag] = MARK.exec(cookieOf(request, BROWSER_NAME, publicUrl) ?? '') ?? [];
  return mark !== undefined && tag !== undefined && box.isTag(PURPOSE, reported(email, mark), tag) ? mark : undefined;
}

/** The mark of a browser, of whichever account. It proves nothing until `knownBrowser` has checked it. */
export function markOf(request: FastifyRequest, publicUrl: string): string | undefined {
  return MARK.exec(cookieOf(request, BROWSER_NAME, publicUrl) ?? '')?.[1];
}

/**
 * Marks a browser after a full sign-in, two-factor authentication included, unless it has the account's mark already: the counts for a mark
 * must not restart with each sign-in.
 */
export function markBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, email }: { deps: Parts<'tag' | 'isTag'>; email: string },
): void {
  const { box, publicUrl } = deps;
  if (knownBrowser(request, deps, email) !== undefined) return;
  const mark = randomBase62(MARK_CHARACTERS);
  const value = `${mark}.${box.tag(PURPOSE, reported(email, mark))}`;
  reply.header('set-cookie', `${cookieHeader(BROWSER_NAME, value, publicUrl)}; Max-Age=${YEAR_S}`);
}

function reported(email: string, mark: string): string {
  return `${asEmail(email) ?? ''}/${mark}`;
}
