import type { Actor } from '../../domain/actor.ts';
import { parseObject } from '../../lib/json-object.ts';
import { listAuditRows } from '../../storage/audit-log.ts';
import type { Database } from '../../storage/database.ts';
import type { Manager } from './manager.ts';
import type { UserParts } from './user-parts.ts';

/** More than anyone looks through. */
const MOST = 10;

/** A link of a user that was shown to the one who made it. */
export interface ShownLink {
  readonly kind: 'invitation' | 'reset';
  readonly to: Pick<Actor, 'kind' | 'id' | 'name'>;
  /** Microseconds since 1970. */
  readonly atUs: number;
}

/**
 * Whether a link is shown to the one who makes it. Merchants never see links where the gateway sends e-mails: a link that only the
 * e-mail contains proves the address.
 */
export function isLinkShown({ mail }: Pick<UserParts, 'mail'>, manager: Manager): boolean {
  return mail === null || (manager?.websiteIds ?? null) === null;
}

/**
 * The links of a user that were shown on a screen, newest first: whoever saw one may have used it. Links from before a reset that removed
 * the second factors as well, and that only an e-mail brought, open nothing any more and do not count. Empty: the address is proved.
 */
export async function listShownLinks({ db }: { db: Database }, userId: string): Promise<ShownLink[]> {
  const made = await Promise.all(
    (['user.invite', 'user.reset'] as const).map((action) =>
      listAuditRows(db, { action, subjectId: userId, limit: MOST }),
    ),
  );
  const shown: ShownLink[] = [];
  for (const { action, actor, atUs, after } of made.flat().sort((a, b) => b.position - a.position)) {
    const facts = parseObject(after ?? '{}');
    if (facts?.link_shown === false) {
      if (facts.factors_removed === true) break;
    } else shown.push({ kind: action === 'user.reset' ? 'reset' : 'invitation', to: actor, atUs });
  }
  return shown;
}
