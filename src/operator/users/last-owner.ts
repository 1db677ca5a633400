import { OperatorError } from '../../domain/operator-error.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import type { Transaction } from '../../storage/database.ts';
import { lockOwners, lockUser, type User } from '../../storage/users/users.ts';

/**
 * Takes a user's lock, and before it those of all owners, in an order that is always the same: two who take each other's role away wait for
 * one another, and the second sees what the first has done.
 */
export async function lockBesideOwners(
  tx: Transaction,
  id: string,
): Promise<{ user: User | undefined; owners: readonly User[] }> {
  const owners = await lockOwners(tx);
  return { user: owners.find((owner) => owner.id === id) ?? (await lockUser(tx, id)), owners };
}

/** Throws OperatorError when nobody would be left who has signed in as an owner, and may. */
export function checkOwnerLeft(user: User, owners: readonly User[]): void {
  if (!isActingOwner(user) || owners.some((owner) => owner.id !== user.id && isActingOwner(owner))) return;
  throw new OperatorError('conflict', 'user_id', refusal('lastOwner'));
}

function isActingOwner({ role, acceptedAtUs, deactivatedAtUs }: User): boolean {
  return role === 'owner' && acceptedAtUs !== null && deactivatedAtUs === null;
}
