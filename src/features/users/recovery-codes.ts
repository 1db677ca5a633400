import { randomInt } from 'node:crypto';
import { hashKey } from '../../platform/secrets/secrets.ts';

const CODES = 10;
/** Without characters that are easily confused. 16 of them hold 78 bits: enough that a fast hash protects them. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/** Ten recovery codes such as `k3vd-9xwm-p2ht-6bqc`, and the hashes under which they are stored. */
export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
  return { codes, hashes: codes.map((code) => recoveryCodeHash(userId, code)) };
}

/** The hash of a recovery code as a user types it: capitals, hyphens and blanks make no difference. */
export function recoveryCodeHash(userId: string, code: string): string {
  return hashKey(`${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);
}

function newGroup(): string {
  return Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
