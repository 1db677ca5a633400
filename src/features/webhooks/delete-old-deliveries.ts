import { type DeletedStep, type DeletionParts, deleteOldRows, type RetentionAge } from '../audit/record-retention.ts';
import { deleteOldDeliveries as deleteRows } from './store/delete-old-deliveries.ts';

/**
 * Deletes some ended deliveries whose event is older than this many days, with their attempts. Returns how many were
 * deleted, and whether more may be left. Call it only while the time is trusted.
 */
export function deleteOldDeliveries(parts: DeletionParts, age: RetentionAge): Promise<DeletedStep> {
  return deleteOldRows(parts, age, { action: 'deliveries.forget', deleteRows });
}
