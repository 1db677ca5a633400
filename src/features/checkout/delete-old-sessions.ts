import { type DeletedStep, type DeletionParts, deleteOldRows, type RetentionAge } from '../audit/record-retention.ts';
import { deleteUnusedSessions as deleteRows } from './store/sessions.ts';

/**
 * Deletes a batch of the sessions that expired more than this many days ago and for which no payment was started. Sessions with
 * payments are deleted with their last payment. Returns how many were deleted, and whether more may be left. Call it only while the
 * time is trusted.
 */
export function deleteUnusedSessions(parts: DeletionParts, age: RetentionAge): Promise<DeletedStep> {
  return deleteOldRows(parts, age, { action: 'checkout.forget', deleteRows });
}
