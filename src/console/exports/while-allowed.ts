import { type SignedIn, SignedOut } from '../../operator/users/session-rules.ts';
import type { Database } from '../../storage/database.ts';
import { listSessions } from '../../storage/users/sessions.ts';
import { findUser } from '../../storage/users/users.ts';
import type { PreparedExport } from './export-lists.ts';

/** Between two looks: an export may take as long as its reader likes. */
const ROWS_BETWEEN = 1_000;
const MS_BETWEEN = 1_000;

/**
 * The same export, which breaks off once its session has ended (by signing out, from another session, by its time), its user's password was
 * changed, or the user was deactivated, reset, or given another role or other websites. It looks before each piece, every second at most, and
 * every thousand rows at least.
 */
export function whileAllowed(
  { db, clock }: { readonly db: Database; readonly clock: () => number },
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  prepared: PreparedExport,
): PreparedExport {
  const isAllowed = async () => {
    const [now, sessions] = await Promise.all([findUser(db, user.id), listSessions(db, user.id)]);
    // A second factor that was shown gives the session another token: its id stays.
    const its = sessions.find(({ id }) => id === session.id);
    const isSame = now?.version === user.version && now.passwordHash === user.passwordHash;
    return isSame && its !== undefined && clock() < its.endsAtUs;
  };
  return {
    ...prepared,
    async *pieces() {
      let rows = 0;
      let lookedAtMs = performance.now();
      for await (const piece of prepared.pieces()) {
        if (rows >= ROWS_BETWEEN || performance.now() - lookedAtMs >= MS_BETWEEN) {
          if (!(await isAllowed())) throw new SignedOut('The session of this export has ended.');
          rows = 0;
          lookedAtMs = performance.now();
        }
        rows += piece.rows;
        yield piece;
      }
    },
  };
}
