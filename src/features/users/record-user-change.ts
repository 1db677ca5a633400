import type { Actor } from '../../core/actor.ts';
import type { Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditAction, AuditFacts } from '../audit/audit.ts';
import { recordChange } from '../audit/store/record-change.ts';
import type { User } from './store/users.ts';

/** The recorded actions about users. */
type UserAction = Extract<AuditAction, `user.${string}` | `session.${string}`>;

/** The actor of a change. A user acts in their own name, from an address. */
interface Changed {
  readonly clock: Clock;
  readonly actor: Actor | User;
  readonly address?: string | null;
}

/**
 * Records a change to a user, as the last statement of its transaction. `before` and `after` must not contain a secret,
 * hash or token.
 */
export function recordUserChange(
  tx: Transaction,
  { clock, actor, address = null }: Changed,
  action: UserAction,
  userId: string,
  facts: { before?: AuditFacts; after?: AuditFacts },
): Promise<void> {
  const maker = 'kind' in actor ? actor : userActor(actor, address);
  return recordChange(tx, { actor: maker, clock }, { action, subject: { kind: 'user', id: userId }, ...facts });
}

/** A user who acts in the console, from an address. */
export function userActor({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>, address: string | null): Actor {
  return { kind: 'user', id, name: name ?? email, address };
}
