import type { Discrepancy } from '../domain/discrepancy.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import type { Database } from '../storage/database.ts';
import { findDiscrepancy } from '../storage/discrepancies.ts';

/** The discrepancy of an id. Throws OperatorError `not_found` when there is none. */
export async function requireDiscrepancy(db: Pick<Database, 'query'>, id: string): Promise<Discrepancy> {
  const found = await findDiscrepancy(db, id);
  if (!found) throw new OperatorError('not_found', 'discrepancy_id', refusal('discrepancyNotFound', { id }));
  return found;
}
