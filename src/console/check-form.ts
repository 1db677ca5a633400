import type { FastifyRequest } from 'fastify';
import { randomBase62, type SecretBox } from '../platform/secrets/secrets.ts';
import type { FieldCount } from './route.ts';

/** The fields of every form: its token, the address of its page, and, for password managers, the user name. */
const OF_EVERY_FORM: Readonly<Record<string, FieldCount>> = {
  form_token: 'one',
  form_page: 'maybe',
  username: 'maybe',
};

/**
 * Whether a form sent exactly the fields of its route, each as often as allowed. So no missing field is read as an
 * empty one, no value of a duplicate field is picked, and no unknown field is read.
 */
export function isWholeForm(
  { body }: Pick<FastifyRequest, 'body'>,
  sends: Readonly<Record<string, FieldCount>>,
): boolean {
  const fields = { ...OF_EVERY_FORM, ...sends };
  const sent = { ...(body as Readonly<Record<string, unknown>> | null) };
  return (
    Object.keys(sent).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, count]) => isCount(count, sent[name], Object.hasOwn(sent, name)))
  );
}

function isCount(count: FieldCount, value: unknown, isSent: boolean): boolean {
  if (count === 'many') return true;
  // For a duplicate field, a multipart form has no value, and other forms have a list.
  return isSent ? value !== undefined && !Array.isArray(value) : count === 'maybe';
}

const PURPOSE = 'console-form';
const NONCE_CHARACTERS = 12;
const TOKEN = /^([0-9A-Za-z]{12})\.([0-9a-f]{32})$/;

/** The subject of a form's token before sign-in, when no session exists. Such forms are protected by the check of the request's origin. */
const NO_SESSION = 'no session';

/**
 * The CSRF token of a session's forms, which another site's page cannot know. Each response has a different one, so that the compressed
 * size of a page reveals nothing about it.
 *
 * @param sessionHash undefined before sign-in
 */
export function makeFormToken(box: Pick<SecretBox, 'tag'>, sessionHash: string | undefined): string {
  const nonce = randomBase62(NONCE_CHARACTERS);
  return `${nonce}.${box.tag(PURPOSE, taggedText(nonce, sessionHash))}`;
}

/** Whether the submitted form belongs to this session. */
export function isFormToken(box: Pick<SecretBox, 'isTag'>, sessionHash: string | undefined, token: string): boolean {
  const [, nonce, tag] = TOKEN.exec(token) ?? [];
  return nonce !== undefined && tag !== undefined && box.isTag(PURPOSE, taggedText(nonce, sessionHash), tag);
}

function taggedText(nonce: string, sessionHash = NO_SESSION): string {
  return `${sessionHash}/${nonce}`;
}

/**
 * Whether a request that changes something comes from a page of this gateway, by the browser's `Sec-Fetch-Site` header, or else by
 * `Origin`. A browser that sends neither is old, and only the form's token is checked.
 */
export function isOwnRequest({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
