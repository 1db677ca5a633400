import { type DeletedStep, type DeletionParts, deleteOldRows, type RetentionAge } from '../audit/record-retention.ts';
import { deleteOldHistory as deleteHistoryRows } from './history/store/write-history.ts';
import { deleteOldEvents as deleteEventRows } from './store/events.ts';

/**
 * Deletes a batch of the steps of customers, and of the exchanges with providers, that are older than this many days.
 * Payments and their notes stay. Returns how many were deleted, and whether more may be left. Call it only while the time is trusted.
 */
export function deleteOldHistory(parts: DeletionParts, age: RetentionAge): Promise<DeletedStep> {
  return deleteOldRows(parts, age, { action: 'history.forget', deleteRows: deleteHistoryRows });
}

/**
 * Deletes some events that are older than this many days. The feed of test payments then starts later, and reports the
 * gap to a client that continues from an earlier position. Payments and their deliveries stay. Returns how many events
 * were deleted, and whether more may be left. Call it only while the time is trusted.
 */
export function deleteOldEvents(parts: DeletionParts, age: RetentionAge): Promise<DeletedStep> {
  return deleteOldRows(parts, age, { action: 'events.forget', deleteRows: deleteEventRows });
}
