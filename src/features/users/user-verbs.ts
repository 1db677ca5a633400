import type { Actor } from '../../core/actor.ts';
import { changePassword, changeProfile } from './change-account.ts';
import { addPasskey, addTotp, beginPasskey, beginTotp, removeFactor, renewRecoveryCodes } from './change-factors.ts';
import { changeUser, setUserActive } from './change-user.ts';
import { endOtherSessions, endSession, listSessions, signOut } from './end-sessions.ts';
import { inviteUser } from './invite-user.ts';
import { listUsers, pageUsers, requireUser } from './list-users.ts';
import { requestNewPassword } from './lost-password.ts';
import { passkeyOptions, proveFactor } from './prove-factor.ts';
import { resetUser } from './reset-user.ts';
import { firstOwnerLink } from './send-link.ts';
import { readSession } from './sessions.ts';
import { listShownLinks } from './shown-links.ts';
import { signIn } from './sign-in.ts';
import { readLink, useLink } from './use-link.ts';
import type { UserParts } from './user-parts.ts';

/** The user functions, with their dependencies bound: the file of each documents its guarantees. */
export interface UserVerbs extends ReturnType<typeof wiredVerbs> {
  /** The same functions for another actor who changes users: their changes are recorded as that actor's. */
  as(actor: Actor): UserVerbs;
}

/** Binds the user functions, for the actor of the parts. */
export function userVerbs(parts: UserParts): UserVerbs {
  return { ...wiredVerbs(parts), as: (actor) => userVerbs({ ...parts, actor }) };
}

function wiredVerbs(parts: UserParts) {
  /** A function without its first argument. */
  const wired =
    <Given extends unknown[], Result>(verb: (parts: UserParts, ...given: Given) => Result) =>
    (...given: Given): Result =>
      verb(parts, ...given);
  return {
    signIn: wired(signIn),
    proveFactor: wired(proveFactor),
    passkeyOptions: wired(passkeyOptions),
    readSession: wired(readSession),
    signOut: wired(signOut),
    listSessions: wired(listSessions),
    endSession: wired(endSession),
    endOtherSessions: wired(endOtherSessions),
    changePassword: wired(changePassword),
    changeProfile: wired(changeProfile),
    beginTotp: wired(beginTotp),
    addTotp: wired(addTotp),
    beginPasskey: wired(beginPasskey),
    addPasskey: wired(addPasskey),
    removeFactor: wired(removeFactor),
    renewRecoveryCodes: wired(renewRecoveryCodes),
    readLink: wired(readLink),
    useLink: wired(useLink),
    requestNewPassword: wired(requestNewPassword),
    firstOwnerLink: wired(firstOwnerLink),
    inviteUser: wired(inviteUser),
    listShownLinks: wired(listShownLinks),
    listUsers: wired(listUsers),
    pageUsers: wired(pageUsers),
    requireUser: wired(requireUser),
    changeUser: wired(changeUser),
    setUserActive: wired(setUserActive),
    resetUser: wired(resetUser),
  };
}
