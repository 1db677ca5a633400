import type { Passwords } from '../../auth/passwords.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secrets.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Database } from '../../storage/database.ts';

/** The dependencies of the user functions. */
export interface UserParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly log: Log;
  /** The actor who changes other users. A user who signs in or changes their own data acts in their own name. */
  readonly actor: Actor;
  readonly passwords: Passwords;
  /** Without a trailing slash: links point to it, and passkeys belong to its host. */
  readonly publicUrl: string;
  /** Null: links are shown, and not sent. */
  readonly mail: { readonly mailer: Mailer; readonly from: string } | null;
}
