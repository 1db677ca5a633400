import type { Database, Transaction } from '../../../database/database.ts';
import type { AuditFacts } from '../audit.ts';
import { type Change, type ChangeMaker, recordChange } from './record-change.ts';

/** Records work that takes many transactions in the audit log. */
export interface RecordedRun {
  /**
   * Runs one step: `work` returns how much it has changed. The first step that changes anything also records the start
   * of the run.
   */
  step(work: (tx: Transaction) => Promise<number>): Promise<number>;
  /** Records the result of all steps; nothing when they have changed nothing. */
  end(outcome: AuditFacts): Promise<void>;
}

/**
 * Records work of many transactions in two rows. The first step that changes something records the start, in its own
 * transaction; the result follows after the last step. A process that dies in between leaves the first row, so nothing
 * is changed without a row.
 */
export function recordRun(db: Database, maker: ChangeMaker, { after, ...change }: Change): RecordedRun {
  let hasStarted = false;
  const record = (tx: Transaction, facts: AuditFacts) =>
    recordChange(tx, maker, { ...change, after: { ...after, ...facts } });
  return {
    async step(work) {
      const changed = await db.transaction(async (tx) => {
        const count = await work(tx);
        if (count > 0 && !hasStarted) await record(tx, { state: 'started' });
        return count;
      });
      // Set only after the commit: a transaction that is run again must record the start again.
      hasStarted ||= changed > 0;
      return changed;
    },
    async end(outcome) {
      if (hasStarted) await db.transaction((tx) => record(tx, { state: 'done', ...outcome }));
    },
  };
}
