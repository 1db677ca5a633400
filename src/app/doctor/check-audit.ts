import type { Database } from '../../database/database.ts';
import { checkAuditLog } from '../../features/audit/check-audit-log.ts';
import { type Finding, ok, problem } from '../../features/operations/finding.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { failureText } from '../failure.ts';

/** The number of newest changes to check, however long the log is. */
const CHECKED_CHANGES = 1000;

/** Checks the hash chain of the newest changes in the audit log. */
export async function checkAudit(db: Database): Promise<Finding> {
  try {
    const { fault, rows } = await checkAuditLog(db, { last: CHECKED_CHANGES });
    if (!fault) return ok('audit', `the newest ${rows} changes of the audit log are intact`);
    return problem(
      'audit',
      `the audit log is broken at position ${fault.position}. ${refusalText(fault.refusal, 'en')}`,
      'Find out who wrote to the database without Peye: run peye audit verify, and compare with your last export.',
    );
  } catch (error) {
    return problem('audit', failureText(error), 'See the message.');
  }
}
