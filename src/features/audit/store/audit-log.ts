import type { Actor, ActorKind } from '../../../core/actor.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching, whereAll } from '../../../database/matching.ts';
import { bigint, group, tableOf, text } from '../../../database/table.ts';
import type { AuditAction, AuditPlace, AuditRow } from '../audit.ts';

/** How a row of the audit log is stored. */
export const AUDIT_LOG = tableOf<AuditRow>('audit_log', {
  position: bigint('position'),
  atUs: bigint('at_us'),
  actor: group<Actor>({
    kind: text('actor_kind'),
    id: text('actor_id'),
    name: text('actor_name'),
    address: text('address'),
  }),
  action: text('action'),
  subject: group<AuditRow['subject']>({ kind: text('subject_kind'), id: text('subject_id') }),
  websiteId: text('website_id'),
  before: text('before_json'),
  after: text('after_json'),
  hash: text('hash'),
});

type Reader = Pick<Database, 'query'>;

/** The filter of a list of changes; an undefined field does not filter. */
export interface AuditFilter {
  readonly websiteId?: string | undefined;
  readonly actorKind?: ActorKind | undefined;
  /** The id of a user. */
  readonly actorId?: string | undefined;
  readonly actorName?: string | undefined;
  readonly action?: string | undefined;
  /** The id of the target. */
  readonly subjectId?: string | undefined;
  /** From `fromUs` on, and before `toUs`; microseconds since 1970. */
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
  /** Only rows older than this one, the last of the previous page. */
  readonly before?: Pick<AuditRow, 'atUs' | 'position'> | undefined;
  readonly limit: number;
}

/** The newest changes that match, newest first. Each filter is one range of an index. */
export async function listAuditRows(db: Reader, filter: AuditFilter): Promise<AuditRow[]> {
  const { fromUs, toUs, before, limit } = filter;
  const params: Value[] = [];
  const conditions = matching(params, {
    website_id: filter.websiteId,
    actor_kind: filter.actorKind,
    actor_id: filter.actorId,
    actor_name: filter.actorName,
    action: filter.action,
    subject_id: filter.subjectId,
  });
  if (fromUs !== undefined) conditions.push(`at_us >= $${params.push(fromUs)}`);
  if (toUs !== undefined) conditions.push(`at_us < $${params.push(toUs)}`);
  if (before) conditions.push(`(at_us, position) < ($${params.push(before.atUs)}, $${params.push(before.position)})`);
  const rows = await db.query(
    `SELECT ${AUDIT_LOG.columns} FROM audit_log ${whereAll(conditions)}
      ORDER BY at_us DESC, position DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(AUDIT_LOG.read);
}

/** All rows of these actions on these targets, in the order of the chain. */
export async function listAuditRowsOf(
  db: Reader,
  { subjectIds, actions }: { subjectIds: readonly string[]; actions: readonly AuditAction[] },
): Promise<AuditRow[]> {
  const params: Value[] = [];
  const rows = await db.query(
    `SELECT ${AUDIT_LOG.columns} FROM audit_log
      WHERE ${inList(params, 'subject_id', subjectIds)} AND ${inList(params, 'action', actions)} ORDER BY position`,
    params,
  );
  return rows.map(AUDIT_LOG.read);
}

/** The rows after a position, in the order of the chain. */
export async function listAuditChain(
  db: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<AuditRow[]> {
  const rows = await db.query(
    `SELECT ${AUDIT_LOG.columns} FROM audit_log WHERE position > $1 ORDER BY position LIMIT $2`,
    [after, limit],
  );
  return rows.map(AUDIT_LOG.read);
}

export async function findAuditRow(db: Reader, position: number): Promise<AuditRow | undefined> {
  const [row] = await db.query(`SELECT ${AUDIT_LOG.columns} FROM audit_log WHERE position = $1`, [position]);
  return row && AUDIT_LOG.read(row);
}

/** Position and hash of the last row, from the head row; undefined when the store has lost the head row. */
export async function readAuditHead(db: Reader): Promise<AuditPlace | undefined> {
  const [row] = await db.query<AuditPlace & Row>('SELECT position, hash FROM audit_head WHERE id = 1');
  return row && { position: row.position, hash: row.hash };
}
