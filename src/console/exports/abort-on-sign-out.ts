import type { Database } from '../../database/database.ts';
import { isOver, type SignedIn, SignedOut } from '../../features/users/session-rules.ts';
import { listSessions } from '../../features/users/store/sessions.ts';
import { findUser } from '../../features/users/store/users.ts';
import type { PreparedExport } from './export-lists.ts';

/** Rows between two checks: an export may take as long as its reader does. */
const ROWS_BETWEEN = 1_000;
const MS_BETWEEN = 1_000;

/**
 * The same export, but it stops when its session ends (signed out, ended from another session, expired or idle for too long), when its
 * user's password changes, or when the user is deactivated, reset, or given another role or other websites. It checks before each piece, at
 * most once a second, and at least every thousand rows.
 */
export function abortOnSignOut(
  { db, clock }: { readonly db: Database; readonly clock: () => number },
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  prepared: PreparedExport,
): PreparedExport {
  const isAllowed = async () => {
    const [now, sessions] = await Promise.all([findUser(db, user.id), listSessions(db, user.id)]);
    // Confirming with a factor gives the session a new token, but the same id.
    const current = sessions.find(({ id }) => id === session.id);
    if (now === undefined || current === undefined || isOver({ session: current, user: now }, clock())) return false;
    return now.version === user.version && now.passwordHash === user.passwordHash;
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
