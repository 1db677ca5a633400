import { randomBase62, type SecretBox } from '../platform/secrets/secrets.ts';

const PURPOSE = 'console-form';
const NONCE_CHARACTERS = 12;
const TOKEN = /^([0-9A-Za-z]{12})\.([0-9a-f]{32})$/;

/** The subject of a form's token before sign-in, when no session exists. Such forms are protected by the check of the request's origin. */
const NOBODY = 'nobody';

/**
 * The CSRF token of a session's forms, which another site's page cannot know. Each response has a different one, so that the compressed
 * size of a page reveals nothing about it.
 *
 * @param sessionHash undefined before sign-in
 */
export function makeFormToken(box: Pick<SecretBox, 'tag'>, sessionHash: string | undefined): string {
  const nonce = randomBase62(NONCE_CHARACTERS);
  return `${nonce}.${box.tag(PURPOSE, reported(nonce, sessionHash))}`;
}

/** Whether the submitted form belongs to this session. */
export function isFormToken(box: Pick<SecretBox, 'isTag'>, sessionHash: string | undefined, token: string): boolean {
  const [, nonce, tag] = TOKEN.exec(token) ?? [];
  return nonce !== undefined && tag !== undefined && box.isTag(PURPOSE, reported(nonce, sessionHash), tag);
}

function reported(nonce: string, sessionHash = NOBODY): string {
  return `${sessionHash}/${nonce}`;
}
