import type { Actor } from '../../core/actor.ts';
import { sideOf } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { AuditRow } from '../audit/audit.ts';
import { listAuditRows } from '../audit/store/audit-log.ts';
import type { Manager } from './manager.ts';
import { findUser, listWebsitesOfUser } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

type Reader = Pick<Database, 'query'>;

/** The maximum number of links in the list. */
const MOST = 10;

/** A link of a user that was shown to its creator. */
export interface ShownLink {
  readonly kind: 'invitation' | 'reset';
  readonly to: Pick<Actor, 'kind' | 'id' | 'name'>;
  /** Microseconds since 1970. */
  readonly atUs: number;
}

/**
 * Whether a link is shown to its creator. If the gateway sends e-mails, merchants never see links: the use of a link
 * that only the e-mail contains proves that the address is the user's.
 */
export function isLinkShown({ mail }: Pick<UserParts, 'mail'>, manager: Manager): boolean {
  return mail === null || (manager?.websiteIds ?? null) === null;
}

/**
 * The links of a user that were shown on a screen, newest first: anyone who saw one may have used it. Links from before
 * a reset are not listed if the reset also removed the factors and its link was only in the e-mail: they give no access
 * any more. If the list is empty, the user's link has proved the e-mail address.
 */
export async function listShownLinks({ db }: { db: Database }, userId: string): Promise<ShownLink[]> {
  const shown: ShownLink[] = [];
  for (const { isShown, removesFactors, ...link } of await listMadeLinks(db, userId)) {
    if (isShown) shown.push(link);
    else if (removesFactors) break;
  }
  return shown;
}

/**
 * Whether a link of a user was shown to another user who does not work for all of these websites. Links from before a
 * reset that also removed the factors do not count: they give no access any more. True also when there are more links
 * than are read here.
 */
export async function isShownOutside(db: Reader, userId: string, websiteIds: readonly string[]): Promise<boolean> {
  const links = await listMadeLinks(db, userId);
  for (const { to, isShown, removesFactors } of links) {
    if (isShown && to.kind === 'user' && !(await worksFor(db, to.id ?? '', websiteIds))) return true;
    if (removesFactors) return false;
  }
  return links.length >= MOST;
}

async function worksFor(db: Reader, userId: string, websiteIds: readonly string[]): Promise<boolean> {
  const user = await findUser(db, userId);
  if (!user || user.deactivatedAtUs !== null) return false;
  if (sideOf(user.role) === 'operator') return true;
  const own = await listWebsitesOfUser(db, userId);
  return websiteIds.every((id) => own.includes(id));
}

interface MadeLinkRow extends ShownLink {
  readonly isShown: boolean;
  /** Whether the creation of this link removed the user's earlier sessions, password and factors. */
  readonly removesFactors: boolean;
}

/** The newest links of a user in the audit log, newest first. */
async function listMadeLinks(db: Reader, userId: string): Promise<MadeLinkRow[]> {
  const rows: AuditRow[] = [];
  for (const action of ['user.invite', 'user.reset'] as const) {
    rows.push(...(await listAuditRows(db, { action, subjectId: userId, limit: MOST })));
  }
  return rows
    .sort((a, b) => b.position - a.position)
    .map(({ action, actor, atUs, after }) => {
      const facts = parseObject(after ?? '{}');
      return {
        kind: action === 'user.reset' ? 'reset' : 'invitation',
        to: actor,
        atUs,
        isShown: facts?.link_shown !== false,
        removesFactors: facts?.factors_removed === true,
      };
    });
}
