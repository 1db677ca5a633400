import type { Actor } from '../domain/actor.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import { userActor } from '../operator/users/record-user-change.ts';
import type { SignedInVisit } from './visit.ts';

/** Who changes something in the console, as it is recorded. */
export function actorOf({ who, request }: Pick<SignedInVisit, 'who' | 'request'>): Actor {
  return userActor(who.user, wholeAddressOf(request) ?? null);
}
