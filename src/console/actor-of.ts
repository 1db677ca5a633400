import type { Actor } from '../domain/actor.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import { userActor } from '../operator/users/record-user-change.ts';
import type { SignedInContext } from './console-context.ts';

/** The user who makes a change in the console, as the audit log records the actor. */
export function actorOf({ who, request }: Pick<SignedInContext, 'who' | 'request'>): Actor {
  return userActor(who.user, wholeAddressOf(request) ?? null);
}
