import { refusalText } from '../../messages/refusals/refusal-messages.ts';
import { checkAuditLog } from '../../operator/audit/check-audit-log.ts';
import { type Finding, ok, problem } from '../../operator/finding.ts';
import type { Database } from '../../storage/database.ts';
import { failureText } from '../failure.ts';

/** As many as are read at once, however long the log is. */
const LAST = 1000;

/** Whether the newest changes of the audit log follow each other. */
export async function checkAudit(db: Database): Promise<Finding> {
  try {
    const { fault, rows } = await checkAuditLog(db, { last: LAST });
    if (!fault) return ok('audit', `the newest ${rows} changes of the audit log follow each other`);
    return problem(
      'audit',
      `the audit log is broken at position ${fault.position}. ${refusalText(fault.refusal, 'en')}`,
      'Find out who wrote to the store beside Peye: run peye audit verify, and compare with your last export.',
    );
  } catch (error) {
    return problem('audit', failureText(error), 'See the message.');
  }
}
