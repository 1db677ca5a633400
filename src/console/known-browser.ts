import type { FastifyReply, FastifyRequest } from 'fastify';
import { asEmail } from '../features/users/email.ts';
import { randomBase62, type SecretBox } from '../platform/secrets/secrets.ts';
import { cookieHeader, cookieOf } from './session-cookie.ts';

const PURPOSE = 'console-known-browser';
const NAME = 'peye_browser';
const MARK_CHARACTERS = 22;
const MARK = /^([0-9A-Za-z]{22})\.([0-9a-f]{32})$/;
const YEAR_S = 365 * 86_400;

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
  const [, mark, tag] = MARK.exec(cookieOf(request, NAME, publicUrl) ?? '') ?? [];
  return mark !== undefined && tag !== undefined && box.isTag(PURPOSE, reported(email, mark), tag) ? mark : undefined;
}

/** The mark of a browser, of whichever account. It proves nothing until `knownBrowser` has checked it. */
export function markOf(request: FastifyRequest, publicUrl: string): string | undefined {
  return MARK.exec(cookieOf(request, NAME, publicUrl) ?? '')?.[1];
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
  reply.header('set-cookie', `${cookieHeader(NAME, value, publicUrl)}; Max-Age=${YEAR_S}`);
}

function reported(email: string, mark: string): string {
  return `${asEmail(email) ?? ''}/${mark}`;
}
