import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import type { Passwords } from './passwords.ts';

/** The dependencies of the user functions. */
export interface UserParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly log: Log;
  /** The actor who changes other users. A user who signs in or changes their own data acts in their own name. */
  readonly actor: Actor;
  readonly passwords: Passwords;
  /** The gateway's address without a trailing slash. Links point to it, and passkeys belong to its host. */
  readonly publicUrl: string;
  /** Null: links are shown, and not sent. */
  readonly mail: { readonly mailer: Mailer; readonly from: string } | null;
}
