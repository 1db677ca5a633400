import type { Passwords } from '../../auth/passwords.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secrets.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Database } from '../../storage/database.ts';

/** What the verbs of people are made of. */
export interface UserParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly log: Log;
  /** Who changes others. Whoever signs in, or changes what is theirs, acts in their own name. */
  readonly actor: Actor;
  readonly passwords: Passwords;
  /** Without a trailing slash: links lead there, and passkeys belong to its host. */
  readonly publicUrl: string;
  /** Null: links are shown, and not sent. */
  readonly mail: { readonly mailer: Mailer; readonly from: string } | null;
}
