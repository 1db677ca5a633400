import type { FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { userActor } from '../features/users/record-user-change.ts';
import type { Visitor } from '../features/users/sessions.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import type { SignedInContext } from './console-context.ts';

/** The user who makes a change in the console, as the audit log records the actor. */
export function actorOf({ who, request }: Pick<SignedInContext, 'who' | 'request'>): Actor {
  return userActor(who.user, wholeAddressOf(request) ?? null);
}

/** The request's browser, as the session records it. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: wholeAddressOf(request) ?? null, userAgent: request.headers['user-agent'] ?? null };
}
