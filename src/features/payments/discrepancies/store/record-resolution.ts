import type { Transaction } from '../../../../database/database.ts';
import { type ChangeMaker, recordChange } from '../../../audit/store/record-change.ts';
import { type Discrepancy, reportedText, transactionIdOf } from '../discrepancy.ts';

/** Writes the resolution of a discrepancy, with its note, into the audit log: last in the transaction that resolves it. */
export async function recordResolution(
  tx: Transaction,
  maker: ChangeMaker,
  discrepancy: Discrepancy,
  websiteId: string | null,
): Promise<void> {
  const { id, kind, reported, note } = discrepancy;
  const subject = { kind: 'discrepancy', id } as const;
  const after = { kind, transaction_id: transactionIdOf(discrepancy), reported: reportedText(reported), note };
  await recordChange(tx, maker, { action: 'discrepancy.settle', subject, websiteId, after });
}
