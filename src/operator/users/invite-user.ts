import { OperatorError, refuseField } from '../../domain/operator-error.ts';
import { newId } from '../../lib/new-id.ts';
import { shortTextFault } from '../../lib/short-text.ts';
import {
  insertUser,
  replaceWebsitesOfUser,
  type User,
  type UserLanguage,
  type UserWithWebsites,
} from '../../storage/users/users.ts';
import { asEmail } from './email.ts';
import { checkRole, type Manager } from './manager.ts';
import { type MadeLink, makeLink } from './one-time-link.ts';
import { recordUserChange } from './record-user-change.ts';
import { type Mailed, sendLink } from './send-link.ts';
import type { UserParts } from './user-parts.ts';

/** Who is invited. */
export interface Invitation {
  readonly email: string;
  readonly role: string;
  /** Of a merchant's people: one at least. Of the operator's: none. */
  readonly websiteIds?: readonly string[];
  /** 1 to 255 characters; the invited can change it. */
  readonly name?: string | null;
  /** What the invitation is written in. */
  readonly language?: UserLanguage;
}

/** A user with the link that was made, which is shown now and never again, and whether it was sent by e-mail. */
export interface UserWithLink {
  readonly user: UserWithWebsites;
  readonly link: MadeLink;
  readonly mailed: Mailed;
}

/**
 * Invites somebody by a link that works once, within 72 hours; it is sent by e-mail too where the gateway sends e-mails. Throws OperatorError
 * for an e-mail address that is none or has a user, a role that the manager must not give, and websites that do not go with it.
 */
export async function inviteUser(
  parts: UserParts,
  manager: Manager,
  { email: given, role: wanted, websiteIds: bound = [], name = null, language = 'en' }: Invitation,
): Promise<UserWithLink> {
  const { db, clock, publicUrl, actor } = parts;
  const email = asEmail(given);
  if (email === undefined) throw new OperatorError('invalid', 'email', 'This is no e-mail address.');
  if (name !== null) refuseField('name', shortTextFault(name));
  const made = await db.transaction(async (tx) => {
    const nowUs = clock();
    const { role, websiteIds } = await checkRole(tx, manager, { role: wanted, websiteIds: bound });
    const user: User = {
      ...{ id: newId('usr'), email, name, role, language, passwordHash: null },
      ...{ version: 1, createdAtUs: nowUs, acceptedAtUs: null, deactivatedAtUs: null },
    };
    if (!(await insertUser(tx, user))) {
      throw new OperatorError('conflict', 'email', 'Somebody with this e-mail address has been invited here already.');
    }
    await replaceWebsitesOfUser(tx, user.id, websiteIds);
    const link = await makeLink(tx, { kind: 'invitation', userId: user.id, actor, nowUs, publicUrl });
    await recordUserChange(tx, { clock, actor }, 'user.invite', user.id, {
      after: { email, name, role, website_ids: websiteIds },
    });
    return { user: { ...user, websiteIds }, link };
  });
  return { ...made, mailed: await sendLink(parts, made) };
}
