import { SYSTEM } from '../../core/actor.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import { clientAddress, UNKNOWN_CLIENT } from '../../platform/network/client-address.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { asEmail } from './email.ts';
import { makeLink } from './one-time-link.ts';
import { recordUserChange } from './record-user-change.ts';
import { sendLink } from './send-link.ts';
import { findUserByEmail, lockUser } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/** The limits of requests for a new password. */
type LostPasswordLimits = Pick<RateLimits, 'lostPasswordsByAddress' | 'lostPasswordsByAccount'>;

/**
 * Sends a user who has lost the password a link to set a new one, valid for an hour; it replaces the user's earlier
 * links. Nothing else changes until the link is used. Then the user's sessions end; two-factor authentication is still
 * required. Returns 0, or the seconds until this IP address may try again. The result and its duration are the same
 * whether or not the account exists, may sign in, or has reached its own limit.
 */
export async function requestNewPassword(
  parts: UserParts,
  { email: given, address }: { readonly email: string; readonly address: string | null },
  limits: LostPasswordLimits,
): Promise<number> {
  const seconds = await limits.lostPasswordsByAddress.consume(clientAddress(address ?? UNKNOWN_CLIENT));
  if (seconds > 0) return seconds;
  const email = asEmail(given) ?? '';
  const isOverLimit = (await limits.lostPasswordsByAccount.consume(hashKey(email))) > 0;
  const user = await findUserByEmail(parts.db, email);
  // The work for an existing account is not awaited, so that its duration does not show.
  if (user && !isOverLimit) {
    mailNewLink(parts, user.id, address).catch((error: unknown) => {
      parts.log.error({ err: error, user_id: user.id }, 'a link for a lost password could not be created');
    });
  }
  return 0;
}

async function mailNewLink(parts: UserParts, userId: string, address: string | null): Promise<void> {
  const { db, clock, publicUrl } = parts;
  const made = await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    // An invited user has no password yet, and keeps the invitation.
    if (!user || user.deactivatedAtUs !== null || user.acceptedAtUs === null || user.isPlaceholder) return undefined;
    const link = await makeLink(tx, { kind: 'reset', userId, nowUs: clock(), publicUrl });
    await recordUserChange(tx, { clock, actor: { ...SYSTEM, address } }, 'user.lost_password', userId, {});
    return { user, link };
  });
  if (made) await sendLink(parts, made);
}
