import type { Database, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/** A user's preference for a list. */
export interface Preference {
  readonly userId: string;
  /** The list's name. */
  readonly list: string;
  /** The name of a saved filter; empty for the hidden columns. */
  readonly name: string;
  /** The query of the filter, or the names of the columns. */
  readonly value: string;
  readonly savedAtUs: number;
}

type PreferenceKey = Pick<Preference, 'userId' | 'list' | 'name'>;

const PREFERENCES = tableOf<Preference>('user_preferences', {
  userId: text('user_id'),
  list: text('list'),
  name: text('name'),
  value: text('value'),
  savedAtUs: bigint('saved_at_us'),
});
const UPSERT = PREFERENCES.insertion(
  'ON CONFLICT (user_id, list, name) DO UPDATE SET value = excluded.value, saved_at_us = excluded.saved_at_us',
);

/** A user's preferences for a list, in the order of their names. */
export async function listPreferences(
  db: Pick<Database, 'query'>,
  { userId, list }: Pick<Preference, 'userId' | 'list'>,
): Promise<Preference[]> {
  const rows = await db.query(
    `SELECT ${PREFERENCES.columns} FROM user_preferences WHERE user_id = $1 AND list = $2 ORDER BY name`,
    [userId, list],
  );
  return rows.map(PREFERENCES.read);
}

/** Stores a preference, replacing the one with the same name. */
export async function putPreference(tx: Transaction, preference: Preference): Promise<void> {
  await tx.query(UPSERT, PREFERENCES.valuesOf(preference));
}

/** Deletes a preference, if the user has it. */
export async function deletePreference(tx: Transaction, { userId, list, name }: PreferenceKey): Promise<void> {
  await tx.query('DELETE FROM user_preferences WHERE user_id = $1 AND list = $2 AND name = $3', [userId, list, name]);
}
