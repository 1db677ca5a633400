import { randomBase62, type SecretBox } from '../lib/secrets.ts';

const PURPOSE = 'console-form';
const NONCE_CHARACTERS = 12;
const TOKEN = /^([0-9A-Za-z]{12})\.([0-9a-f]{32})$/;

/** Whom a form is for before anybody has signed in: the origin of the request is what is checked then. */
const NOBODY = 'nobody';

/**
 * The secret of a session's forms, which another site's page cannot know. Each response has another one, so that nothing can be learnt
 * from how well a page can be compressed.
 *
 * @param sessionHash undefined when nobody has signed in
 */
export function makeFormToken(box: Pick<SecretBox, 'tag'>, sessionHash: string | undefined): string {
  const nonce = randomBase62(NONCE_CHARACTERS);
  return `${nonce}.${box.tag(PURPOSE, reported(nonce, sessionHash))}`;
}

/** Whether a form that was sent was one of this session. */
export function isFormToken(box: Pick<SecretBox, 'isTag'>, sessionHash: string | undefined, token: string): boolean {
  const [, nonce, tag] = TOKEN.exec(token) ?? [];
  return nonce !== undefined && tag !== undefined && box.isTag(PURPOSE, reported(nonce, sessionHash), tag);
}

function reported(nonce: string, sessionHash = NOBODY): string {
  return `${sessionHash}/${nonce}`;
}
