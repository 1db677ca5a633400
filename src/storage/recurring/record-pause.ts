import type { Transaction } from '../database.ts';
import { type ChangeMaker, recordChange } from '../record-change.ts';
import { pauseCharging } from './charging.ts';

/** Pauses charging, and says so in the audit log. Call it as the last of a transaction. */
export async function recordPause(
  tx: Pick<Transaction, 'query'>,
  maker: ChangeMaker,
  pause: { reason: string; storeId: string | null; mark: number; place: string | null },
): Promise<void> {
  await pauseCharging(tx, { sinceUs: maker.clock(), ...pause });
  const subject = { kind: 'store', id: null } as const;
  await recordChange(tx, maker, { action: 'charging.pause', subject, after: { reason: pause.reason } });
}
