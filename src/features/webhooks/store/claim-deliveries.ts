import type { Transaction, Value } from '../../../database/database.ts';
import { updateChosen } from '../../../database/update-chosen.ts';
import { DELIVERY_OF_MODE_COLUMNS, type DeliveryOfMode, readDeliveryOfMode } from './delivery-table.ts';
import { type DeliveryQueue, IN_QUEUE } from './due-websites.ts';

/** How many deliveries of a website to claim, at most. */
export interface ClaimShare {
  readonly websiteId: string;
  readonly limit: number;
}

/**
 * Claims the longest-due deliveries in a queue of some websites, and leases them: no other worker gets them before `leaseUntilUs`;
 * after that, any worker may claim them. Two workers never get the same delivery. It is one statement, which reads the
 * queue's index once for each website.
 */
export async function claimDeliveries(
  tx: Transaction,
  {
    queue = 'payments',
    websites,
    nowUs,
    leaseUntilUs,
    skipLocked,
  }: {
    queue?: DeliveryQueue;
    websites: readonly ClaimShare[];
    nowUs: number;
    leaseUntilUs: number;
    skipLocked: string;
  },
): Promise<DeliveryOfMode[]> {
  const params: Value[] = [nowUs, leaseUntilUs];
  const due = paddedToPowerOfTwo(websites).map(
    ({ websiteId, limit }, index) =>
      `SELECT id FROM (
         SELECT id FROM deliveries WHERE website_id = $${params.push(websiteId)} AND next_attempt_at_us <= $1 AND ${IN_QUEUE[queue]}
          ORDER BY next_attempt_at_us LIMIT $${params.push(limit)} ${skipLocked}
       ) AS due${index}`,
  );
  const rows = await tx.query(
    updateChosen(
      { table: 'deliveries', key: 'id', chosen: due.join(' UNION ALL ') },
      'next_attempt_at_us = $2',
      DELIVERY_OF_MODE_COLUMNS,
    ),
    params,
  );
  return rows.map(readDeliveryOfMode);
}

const NO_WEBSITE: ClaimShare = { websiteId: '', limit: 0 };

/**
 * Pads the list to a power of two. Each length is a separate statement, which every connection prepares, so there
 * should be few.
 */
function paddedToPowerOfTwo(websites: readonly ClaimShare[]): readonly ClaimShare[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, websites.length)));
  return [...websites, ...Array.from({ length: size - websites.length }, () => NO_WEBSITE)];
}
