import type { Actor } from '../../core/actor.ts';
import { US_PER_MINUTE } from '../../core/durations.ts';
import type { Transaction } from '../../database/database.ts';
import { hashKey, randomBase62 } from '../../platform/secrets/secrets.ts';
import { type LinkKind, replaceLink } from './store/one-time-links.ts';

/** 256 bits. */
const TOKEN_CHARACTERS = 43;

/** A new token, for a session or a link, and the hash under which it is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBase62(TOKEN_CHARACTERS);
  return { token, hash: hashKey(token) };
}

const LASTS_US: Readonly<Record<LinkKind, number>> = {
  invitation: 72 * 60 * US_PER_MINUTE,
  reset: 60 * US_PER_MINUTE,
  first_owner: 15 * US_PER_MINUTE,
};

/** A link that was just created, and that works once. Only a hash of its token is stored. */
export interface MadeLink {
  readonly kind: LinkKind;
  readonly token: string;
  readonly url: string;
  readonly expiresAtUs: number;
}

/**
 * Creates a link, valid for 72 hours for an invitation, one hour to set a new password, and 15 minutes for the first
 * owner. The user's previous link is deleted.
 */
export async function makeLink(
  tx: Transaction,
  {
    kind,
    userId,
    actor,
    nowUs,
    publicUrl,
  }: { kind: LinkKind; userId: string | null; actor?: Actor; nowUs: number; publicUrl: string },
): Promise<MadeLink> {
  const { token, hash } = newToken();
  const expiresAtUs = nowUs + LASTS_US[kind];
  const madeBy = actor?.kind === 'user' ? actor.id : null;
  await replaceLink(tx, { hash, kind, userId, madeBy, createdAtUs: nowUs, expiresAtUs, usedAtUs: null });
  return { kind, token, url: `${publicUrl}/console/invitations/${token}`, expiresAtUs };
}
