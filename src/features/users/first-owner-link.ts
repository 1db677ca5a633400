import { type MadeLink, makeLink } from './one-time-link.ts';
import { hasUsers } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/**
 * A link, valid for 15 minutes, that creates the first owner; undefined once there is any user. A previous link no
 * longer works.
 */
export function firstOwnerLink({
  db,
  clock,
  publicUrl,
}: Pick<UserParts, 'db' | 'clock' | 'publicUrl'>): Promise<MadeLink | undefined> {
  return db.transaction(async (tx) => {
    if (await hasUsers(tx)) return undefined;
    return makeLink(tx, { kind: 'first_owner', userId: null, nowUs: clock(), publicUrl });
  });
}
