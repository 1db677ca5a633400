import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { requireWhole, type SignedIn } from './session-rules.ts';
import { lockSignedIn } from './sessions.ts';
import { deletePreference, listPreferences, putPreference } from './store/preferences.ts';

/** The lists that users arrange: their paths in the console. */
export const ARRANGED_LISTS = ['/payments', '/webhooks', '/discrepancies', '/links', '/recurring', '/audit'] as const;

/** The most filters that a user saves for one list. */
const MOST_FILTERS = 20;
const MOST_NAME = 40;
const MOST_VALUE = 2_048;
const COLUMN = /^[a-z_]{1,30}$/;

interface PreferenceDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Saves a user's filter of a list, replacing the user's filter with the same name. Throws OperatorError for an unknown
 * list, a name that is not 1 to 40 characters, a query of more than 2 KB, and more than 20 filters; and SignedOut.
 */
export async function saveFilter(
  deps: PreferenceDeps,
  who: SignedIn,
  { list, name, query }: { readonly list: string; readonly name: string; readonly query: string },
): Promise<void> {
  const isNamed = shortTextFault(name) === undefined && [...name].length <= MOST_NAME;
  refuseField('name', isNamed ? undefined : refusal('lengthRange', { most: MOST_NAME }));
  await change(deps, who, { list, name, value: query });
}

/**
 * Hides these columns of a list for this user. Throws OperatorError for an unknown list and for a text that cannot be a
 * column; and SignedOut.
 */
export async function hideColumns(
  deps: PreferenceDeps,
  who: SignedIn,
  { list, columns }: { readonly list: string; readonly columns: readonly string[] },
): Promise<void> {
  if (!columns.every((each) => COLUMN.test(each))) throw new OperatorError('invalid', 'columns', refusal('preference'));
  await change(deps, who, { list, name: '', value: columns.join(' ') });
}

/** Removes the user's filter with this name, if there is one. Throws SignedOut. */
export async function removeFilter(
  deps: PreferenceDeps,
  who: SignedIn,
  { list, name }: { readonly list: string; readonly name: string },
): Promise<void> {
  await change(deps, who, { list, name, value: undefined });
}

async function change(
  { db, clock }: PreferenceDeps,
  who: SignedIn,
  { list, name, value }: { readonly list: string; readonly name: string; readonly value: string | undefined },
): Promise<void> {
  const isKnown = ARRANGED_LISTS.some((each) => each === list);
  if (!isKnown || (value !== undefined && (value.length > MOST_VALUE || !isStorableText(value)))) {
    throw new OperatorError('invalid', 'list', refusal('preference'));
  }
  await db.transaction(async (tx) => {
    const nowUs = clock();
    const now = await lockSignedIn(tx, who, nowUs);
    requireWhole(now);
    const of = { userId: now.user.id, list };
    if (value === undefined) return deletePreference(tx, { ...of, name });
    const stored = await listPreferences(tx, of);
    const others = stored.filter((each) => each.name !== '' && each.name !== name);
    if (name !== '' && others.length >= MOST_FILTERS) {
      throw new OperatorError('conflict', 'name', refusal('filtersFull', { most: MOST_FILTERS }));
    }
    await putPreference(tx, { ...of, name, value, savedAtUs: nowUs });
  });
}
