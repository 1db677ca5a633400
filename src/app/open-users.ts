import type { Config } from '../config.ts';
import { passwordHashing } from '../features/users/passwords.ts';
import { type UserVerbs, userVerbs } from '../features/users/user-verbs.ts';
import type { Log } from '../platform/log/log.ts';
import { smtpMailer } from '../platform/mail/mailer.ts';
import type { Store } from './open-store.ts';

/**
 * The user verbs on an opened store. Call it once in a process, because one queue hashes all passwords, and load it when users are
 * needed, because most starts and commands need none. The store's actor makes the changes, unless `as` names another actor.
 */
export function openUsers({ publicUrl, smtp }: Config, { db, box, clock, actor }: Store, log: Log): UserVerbs {
  const mail = smtp === null ? null : { mailer: smtpMailer(smtp), from: smtp.from };
  return userVerbs({ db, box, clock, log, actor, passwords: passwordHashing(), publicUrl, mail });
}
