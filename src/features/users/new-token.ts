import { hashKey, randomBase62 } from '../../platform/secrets/secrets.ts';

/** 256 bits. */
const TOKEN_CHARACTERS = 43;

/** A new token, for a session or a link, and the hash under which it is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBase62(TOKEN_CHARACTERS);
  return { token, hash: hashKey(token) };
}
