import type { Transaction } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { lockOwners, lockUser, type User } from './store/users.ts';

/**
 * Locks all owners and then a user, always in the same order: two owners who remove each other's role wait for one
 * another, and the second sees the first one's change.
 */
export async function lockWithOwners(
  tx: Transaction,
  id: string,
): Promise<{ user: User | undefined; owners: readonly User[] }> {
  const owners = await lockOwners(tx);
  return { user: owners.find((owner) => owner.id === id) ?? (await lockUser(tx, id)), owners };
}

/** Throws OperatorError when no active owner who has signed in would be left. */
export function checkOwnerLeft(user: User, owners: readonly User[]): void {
  if (!isActingOwner(user) || owners.some((owner) => owner.id !== user.id && isActingOwner(owner))) return;
  throw new OperatorError('conflict', 'user_id', refusal('lastOwner'));
}

function isActingOwner({ role, acceptedAtUs, deactivatedAtUs }: User): boolean {
  return role === 'owner' && acceptedAtUs !== null && deactivatedAtUs === null;
}
