import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { findApiKey, type ListedApiKey } from './store/api-keys.ts';

/** The key with this id. Throws OperatorError `not_found` when there is none. */
export async function requireApiKey(db: Pick<Database, 'query'>, id: string): Promise<ListedApiKey> {
  return (await findApiKey(db, id)) ?? failWithoutApiKey(id);
}

/** Throws OperatorError. The id is not repeated if it is the key itself: messages end up in logs. */
function failWithoutApiKey(id: string): never {
  const reason = id.startsWith('tk_') ? refusal('keyGivenForId') : refusal('keyNotFound', { id });
  throw new OperatorError('not_found', 'key_id', reason);
}
