import type { Database } from '../../database/database.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { AUDIT_START, type AuditPlace, type AuditRow, auditText } from './audit.ts';
import { findAuditRow, listAuditChain, readAuditHead } from './store/audit-log.ts';
import { chainHash } from './store/record-change.ts';

/** Rows per read: memory stays bounded however long the log is. */
const PAGE = 500;

type Reader = Pick<Database, 'query'>;

/** The result of checking the log. */
export interface AuditCheck {
  /** How many rows were checked. */
  readonly rows: number;
  /** The last position up to which the chain is intact. Without a fault, it is the position of the last row. */
  readonly head: AuditPlace;
  /** The first fault, and its position; undefined when there is none. */
  readonly fault: AuditFault | undefined;
}

interface AuditFault {
  readonly position: number;
  readonly refusal: Refusal;
}

export interface CheckOptions {
  /** Checks only this many rows at the end; all rows when undefined. */
  readonly last?: number | undefined;
  /** A head known from earlier, which must be a row of this log. */
  readonly expected?: AuditPlace | undefined;
  /** Called with the number of checked rows. */
  readonly onStep?: ((rows: number) => void) | undefined;
}

/**
 * Follows the chain of the audit log from its first row, or from the last few, to its head, while other transactions
 * may write. Each row must have the next position, and its hash must be that of the previous hash and its own text.
 * Stops at the first row that fails.
 */
export async function checkAuditLog(
  db: Reader,
  { last, expected, onStep = () => {} }: CheckOptions = {},
): Promise<AuditCheck> {
  const start = await startOf(db, last);
  if ('refusal' in start) return { rows: 0, head: AUDIT_START, fault: start };
  let head = start;
  let rows = 0;
  const found = (fault: AuditFault | undefined): AuditCheck => ({ rows, head, fault });
  if (expected && expected.position <= start.position) {
    const fault = expectedFault(
      expected,
      expected.position === 0 ? AUDIT_START : await findAuditRow(db, expected.position),
    );
    if (fault) return found(fault);
  }
  for (;;) {
    // The head is read before the page: rows added in the meantime can only come after this head.
    const named = await readAuditHead(db);
    const page = await listAuditChain(db, { after: head.position, limit: PAGE });
    for (const row of page) {
      const fault =
        rowFault(head, row) ?? (expected?.position === row.position ? expectedFault(expected, row) : undefined);
      if (fault) return found(fault);
      head = { position: row.position, hash: row.hash };
      rows++;
      if (named && named.position === row.position && named.hash !== row.hash) return found(headFault(named));
    }
    onStep(rows);
    if (page.length === PAGE) continue;
    const fault = endFault(head, named, await readAuditHead(db));
    if (fault) return found(fault);
    if (expected && expected.position > head.position) return found(expectedFault(expected, undefined));
    return found(undefined);
  }
}

/** The position before the first row that is checked. */
async function startOf(db: Reader, last: number | undefined): Promise<AuditPlace | AuditFault> {
  const head = await readAuditHead(db);
  if (!head) return { position: 0, refusal: refusal('auditHeadMissing') };
  const position = last === undefined ? 0 : Math.max(0, head.position - last);
  if (position === 0) return AUDIT_START;
  const row = await findAuditRow(db, position);
  return row ? { position, hash: row.hash } : missing(position, position);
}

function rowFault(before: AuditPlace, row: AuditRow): AuditFault | undefined {
  const position = before.position + 1;
  if (row.position > position) return missing(position, row.position - 1);
  if (chainHash(before.hash, auditText(row)) === row.hash) return undefined;
  return { position, refusal: refusal('auditRowChanged', { position }) };
}

/**
 * The fault at the end of the rows, if any.
 *
 * @param named the head before the last rows were read
 * @param now the head after the last rows were read
 */
function endFault(end: AuditPlace, named: AuditPlace | undefined, now: AuditPlace | undefined): AuditFault | undefined {
  if (!named || !now) return { position: end.position, refusal: refusal('auditHeadMissing') };
  // `named` was read before the last rows: every row up to its position was committed by then.
  if (named.position > end.position) return missing(end.position + 1, named.position);
  if (now.position < end.position) {
    const first = now.position + 1;
    return { position: first, refusal: refusal('auditEndDiffers', { end: now.position, first }) };
  }
  return now.position === end.position && now.hash !== end.hash ? headFault(now) : undefined;
}

function headFault({ position }: AuditPlace): AuditFault {
  return { position, refusal: refusal('auditHeadDiffers', { position }) };
}

function expectedFault({ position, hash }: AuditPlace, row: AuditPlace | undefined): AuditFault | undefined {
  if (!row) return { position, refusal: refusal('auditRowRemoved', { position }) };
  if (row.hash === hash) return undefined;
  return { position, refusal: refusal('auditRowRewritten', { position }) };
}

function missing(from: number, to: number): AuditFault {
  const reason =
    from === to ? refusal('auditRowMissing', { position: from }) : refusal('auditRowsMissing', { from, to });
  return { position: from, refusal: reason };
}
