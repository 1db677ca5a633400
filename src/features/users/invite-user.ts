import type { Transaction } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { checkAll, OperatorError, refuseField, settled } from '../../platform/operator-error.ts';
import { newId } from '../../platform/secrets/secrets.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { asEmail } from './email.ts';
import { checkRole, isSeen, type Manager } from './manager.ts';
import { type MadeLink, makeLink } from './one-time-link.ts';
import { recordUserChange } from './record-user-change.ts';
import { type Mailed, sendLink } from './send-link.ts';
import { isLinkShown } from './shown-links.ts';
import {
  insertUser,
  listUsersOfEmail,
  listWebsitesOfUser,
  replaceWebsitesOfUser,
  type User,
  type UserLanguage,
  type UserWithWebsites,
} from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/** The invited user. */
export interface Invitation {
  readonly email: string;
  readonly role: string;
  /** For a merchant's user: at least one. For the operator's: none. */
  readonly websiteIds?: readonly string[];
  /** 1 to 255 characters; the invited user can change it. */
  readonly name?: string | null;
  /** The language of the invitation. */
  readonly language?: UserLanguage;
}

/** A user with the created link, which is shown only now, and whether it was sent by e-mail. */
export interface UserWithLink {
  readonly user: UserWithWebsites;
  readonly link: MadeLink;
  readonly mailed: Mailed;
  /** Whether the link's creator may see it. A merchant may not if the gateway sends e-mails. */
  readonly isShown: boolean;
}

/**
 * Invites a user by a link that works once, within 72 hours; it is also sent by e-mail where the gateway sends e-mails.
 * If a merchant invites a person whose account the merchant does not see, the merchant sees a placeholder, and the
 * person gets an e-mail without a link. Throws OperatorError for an e-mail address that is invalid or has a user whom
 * the manager sees, a role that the manager must not give, and websites that do not match the role.
 */
export async function inviteUser(
  parts: UserParts,
  manager: Manager,
  { email: given, role: wanted, websiteIds: bound = [], name = null, language = 'en' }: Invitation,
): Promise<UserWithLink> {
  const { db, clock, publicUrl, actor } = parts;
  const bindings = await settled(checkRole(db, manager, { role: wanted, websiteIds: bound }));
  const [email] = checkAll(
    () => requireEmail(given),
    () => refuseField('name', name === null ? undefined : shortTextFault(name)),
    bindings,
  );
  const isShown = isLinkShown(parts, manager);
  const made = await db.transaction(async (tx) => {
    const nowUs = clock();
    const { role, websiteIds } = await checkRole(tx, manager, { role: wanted, websiteIds: bound });
    const user: User = {
      id: newId('usr'),
      email,
      name,
      role,
      language,
      passwordHash: null,
      version: 1,
      createdAtUs: nowUs,
      acceptedAtUs: null,
      deactivatedAtUs: null,
    };
    const added = (await insertUser(tx, user)) ? user : await addPlaceholder(tx, manager, user);
    await replaceWebsitesOfUser(tx, user.id, websiteIds);
    const link = await makeLink(tx, { kind: 'invitation', userId: user.id, actor, nowUs, publicUrl });
    await recordUserChange(tx, { clock, actor }, 'user.invite', user.id, {
      after: { email, name, role, website_ids: websiteIds, link_shown: isShown },
    });
    return { user: { ...added, websiteIds }, link };
  });
  return { ...made, isShown, mailed: await sendLink(parts, made) };
}

function requireEmail(given: string): string {
  const email = asEmail(given);
  if (email === undefined) throw new OperatorError('invalid', 'email', refusal('emailInvalid'));
  return email;
}

/**
 * Represents a person who has an account that the manager does not see. Throws OperatorError when the manager sees one.
 */
async function addPlaceholder(tx: Transaction, manager: Manager, user: User): Promise<User> {
  for (const other of await listUsersOfEmail(tx, user.email)) {
    if (isSeen(manager, { ...other, websiteIds: await listWebsitesOfUser(tx, other.id) })) {
      throw new OperatorError('conflict', 'email', refusal('userInvited'));
    }
  }
  const placeholder = { ...user, isPlaceholder: true } as const;
  await insertUser(tx, placeholder);
  return placeholder;
}
