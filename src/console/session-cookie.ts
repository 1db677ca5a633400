import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers keep a cookie of this beginning only when it came by TLS, for this host and all of its paths. */
const HOST_PREFIX = '__Host-';
const NAME = 'peye_console';

/** The token of a request's session; undefined when its browser has sent none, or two of them. */
export function sessionToken(request: FastifyRequest, publicUrl: string): string | undefined {
  return cookieOf(request, NAME, publicUrl);
}

/** Gives the browser the token of its session, until it is closed. */
export function sendSessionToken(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.header('set-cookie', cookieHeader(NAME, token, publicUrl));
}

/** Makes the browser forget its session. */
export function clearSessionToken(reply: FastifyReply, publicUrl: string): void {
  reply.header('set-cookie', `${cookieHeader(NAME, '', publicUrl)}; Max-Age=0`);
}

/** What a browser has sent as one of our cookies; undefined when it has sent none, or two of them. */
export function cookieOf(request: FastifyRequest, name: string, publicUrl: string): string | undefined {
  const start = `${nameFor(name, publicUrl)}=`;
  const sent = (request.headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(start));
  return sent.length === 1 ? sent[0]?.slice(start.length) : undefined;
}

/**
 * A cookie of ours, until the browser is closed. Links from elsewhere lead to pages that know it (`Lax`), forms and scripts from elsewhere
 * do not have it.
 */
export function cookieHeader(name: string, value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameFor(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function nameFor(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `${HOST_PREFIX}${name}` : name;
}
