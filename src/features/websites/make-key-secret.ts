import { hashKey, randomBase62 } from '../../platform/secrets/secrets.ts';
import type { ApiKey, ApiKeySecret } from './store/api-keys.ts';

/** 43 base-62 characters hold 256 bits. */
const KEY_LENGTH = 43;
const HINT_LENGTH = 4;

/** A new text for a key, and its stored form: only its hash, and its last characters. */
export function makeKeySecret(
  { id, mode }: Pick<ApiKey, 'id' | 'mode'>,
  nowUs: number,
): { text: string; secret: ApiKeySecret } {
  const text = `tk_${mode}_${randomBase62(KEY_LENGTH)}`;
  const secret = {
    hash: hashKey(text),
    apiKeyId: id,
    hint: text.slice(-HINT_LENGTH),
    createdAtUs: nowUs,
    expiresAtUs: null,
  };
  return { text, secret };
}
