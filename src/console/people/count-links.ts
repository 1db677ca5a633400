import { countAgainst } from '../../auth/count-against.ts';
import type { SignedInVisit } from '../visit.ts';

/**
 * Counts a link that a user makes for another: a merchant's users by the websites it is for, which all of their invitees share; the
 * operator's by the user. Throws ApiError `rate_limit_exceeded` for one too many.
 */
export async function countLinks({ deps, who }: SignedInVisit, websiteIds: readonly string[]): Promise<void> {
  const mine = who.websiteIds;
  if (mine === null) return countAgainst(deps.limits.links, who.user.id);
  const chosen = mine.filter((id) => websiteIds.includes(id));
  // An invitation that names no website of theirs is refused, and counts all the same.
  for (const id of chosen.length > 0 ? chosen : mine) await countAgainst(deps.limits.links, `website:${id}`);
}
