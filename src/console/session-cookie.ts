import type { FastifyReply, FastifyRequest } from 'fastify';

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
