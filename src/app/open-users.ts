import { passwordHashing } from '../auth/passwords.ts';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { smtpMailer } from '../mail/mailer.ts';
import { type UserVerbs, userVerbs } from '../operator/users/user-verbs.ts';
import type { Store } from './open-store.ts';

/**
 * The verbs of people on an opened store. To be called once in a process, because passwords are hashed in one queue, and to be loaded when
 * people are asked for: most starts and commands need none of it. Others are changed by the store's actor, unless `as` names another.
 */
export function openUsers({ publicUrl, smtp }: Config, { db, box, clock, actor }: Store, log: Log): UserVerbs {
  const mail = smtp === null ? null : { mailer: smtpMailer(smtp), from: smtp.from };
  return userVerbs({ db, box, clock, log, actor, passwords: passwordHashing(), publicUrl, mail });
}
