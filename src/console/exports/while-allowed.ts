import { SignedOut } from '../../operator/users/session-rules.ts';
import type { Database } from '../../storage/database.ts';
import { findUser, type User } from '../../storage/users/users.ts';
import type { PreparedExport } from './export-lists.ts';

/** Rows between two looks: an export may take as long as its reader likes. */
const ROWS_BETWEEN = 1_000;

/** The same export, which breaks off once whoever takes it was deactivated, reset, or given another role or other websites. */
export function whileAllowed(
  db: Database,
  { id, version }: Pick<User, 'id' | 'version'>,
  prepared: PreparedExport,
): PreparedExport {
  return {
    ...prepared,
    async *pieces() {
      let rows = 0;
      for await (const piece of prepared.pieces()) {
        if (rows >= ROWS_BETWEEN) {
          if ((await findUser(db, id))?.version !== version) throw new SignedOut('Whoever takes this may not go on.');
          rows = 0;
        }
        rows += piece.rows;
        yield piece;
      }
    },
  };
}
