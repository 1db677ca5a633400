import type { Transaction } from '../database.ts';
import { DELIVERIES, type Delivery } from './delivery-table.ts';

/**
 * Takes a website's longest-due deliveries, and leases them: until `leaseUntilUs` no other worker gets them, after it any
 * does. No two workers get the same one.
 */
export async function claimDeliveries(
  tx: Transaction,
  {
    websiteId,
    nowUs,
    leaseUntilUs,
    limit,
    skipLocked,
  }: { websiteId: string; nowUs: number; leaseUntilUs: number; limit: number; skipLocked: string },
): Promise<Delivery[]> {
  const rows = await tx.query(
    `UPDATE deliveries SET next_attempt_at_us = $3 WHERE id IN (
       SELECT id FROM deliveries WHERE website_id = $1 AND next_attempt_at_us <= $2
        ORDER BY next_attempt_at_us LIMIT $4 ${skipLocked}
     ) RETURNING ${DELIVERIES.columns}`,
    [websiteId, nowUs, leaseUntilUs, limit],
  );
  return rows.map(DELIVERIES.read);
}
