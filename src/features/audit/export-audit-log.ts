import type { Database } from '../../database/database.ts';
import { auditLine } from './audit.ts';
import { listAuditChain } from './store/audit-log.ts';

/** Rows per read. */
const PAGE = 500;

/**
 * The whole audit log in the order of its chain, as JSON lines, a few hundred lines per chunk. Each line ends with a
 * line break.
 */
export async function* exportAuditLog(db: Pick<Database, 'query'>): AsyncGenerator<{ text: string; rows: number }> {
  for (let after = 0; ; ) {
    const page = await listAuditChain(db, { after, limit: PAGE });
    if (page.length > 0) yield { text: page.map((row) => `${auditLine(row)}\n`).join(''), rows: page.length };
    if (page.length < PAGE) return;
    after = page.at(-1)?.position ?? after;
  }
}
