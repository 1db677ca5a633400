import type { Actor } from '../core/actor.ts';
import { userActor } from '../features/users/record-user-change.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import type { SignedInContext } from './console-context.ts';

/** The user who makes a change in the console, as the audit log records the actor. */
export function actorOf({ who, request }: Pick<SignedInContext, 'who' | 'request'>): Actor {
  return userActor(who.user, wholeAddressOf(request) ?? null);
}
