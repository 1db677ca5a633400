import { countAgainst } from '../../platform/limits/count-attempts.ts';
import type { SignedInContext } from '../console-context.ts';

/**
 * Counts a link that a user creates for another user, or a receipt that a user sends. A merchant's users share a limit for each website of
 * it; the operator's users have one each. Throws ApiError `rate_limit_exceeded` above the limit.
 */
export async function countLinks({ deps, who }: SignedInContext, websiteIds: readonly string[]): Promise<void> {
  const mine = who.websiteIds;
  if (mine === null) return countAgainst(deps.limits.links, who.user.id);
  const chosen = mine.filter((id) => websiteIds.includes(id));
  // An invitation that names no website of the merchant is refused, but counts as well: for all websites of the merchant.
  for (const id of chosen.length > 0 ? chosen : mine) await countAgainst(deps.limits.links, `website:${id}`);
}
