import type { Discrepancy } from '../../../core/discrepancy.ts';
import type { Database } from '../../../database/database.ts';
import { refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { findDiscrepancy } from './store/discrepancies.ts';

/** The discrepancy with this id. Throws OperatorError `not_found` when there is none. */
export async function requireDiscrepancy(db: Pick<Database, 'query'>, id: string): Promise<Discrepancy> {
  const found = await findDiscrepancy(db, id);
  if (!found) throw new OperatorError('not_found', 'discrepancy_id', refusal('discrepancyNotFound', { id }));
  return found;
}
