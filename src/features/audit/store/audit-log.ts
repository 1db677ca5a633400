import type { ActorKind } from '../../../core/actor.ts';
import type { AuditAction, AuditPlace, AuditRow } from '../../../core/audit.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching, whereAll } from '../../../database/matching.ts';

interface LogRow extends Row {
  position: number;
  at_us: number;
  actor_kind: ActorKind;
  actor_id: string | null;
  actor_name: string;
  address: string | null;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  website_id: string | null;
  before_json: string | null;
  after_json: string | null;
  hash: string;
}

const COLUMNS = `position, at_us, actor_kind, actor_id, actor_name, address, action, subject_kind, subject_id, website_id,
  before_json, after_json, hash`;

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
  const rows = await db.query<LogRow>(
    `SELECT ${COLUMNS} FROM audit_log ${whereAll(conditions)}
      ORDER BY at_us DESC, position DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(toAuditRow);
}

/** All rows of these actions on these targets, in the order of the chain. */
export async function listAuditRowsOf(
  db: Reader,
  { subjectIds, actions }: { subjectIds: readonly string[]; actions: readonly AuditAction[] },
): Promise<AuditRow[]> {
  const params: Value[] = [];
  const rows = await db.query<LogRow>(
    `SELECT ${COLUMNS} FROM audit_log
      WHERE ${inList(params, 'subject_id', subjectIds)} AND ${inList(params, 'action', actions)} ORDER BY position`,
    params,
  );
  return rows.map(toAuditRow);
}

/** The rows after a position, in the order of the chain. */
export async function listAuditChain(
  db: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<AuditRow[]> {
  const rows = await db.query<LogRow>(
    `SELECT ${COLUMNS} FROM audit_log WHERE position > $1 ORDER BY position LIMIT $2`,
    [after, limit],
  );
  return rows.map(toAuditRow);
}

export async function findAuditRow(db: Reader, position: number): Promise<AuditRow | undefined> {
  const [row] = await db.query<LogRow>(`SELECT ${COLUMNS} FROM audit_log WHERE position = $1`, [position]);
  return row && toAuditRow(row);
}

/** Position and hash of the last row; undefined when the store has lost them. */
export async function readAuditHead(db: Reader): Promise<AuditPlace | undefined> {
  const [row] = await db.query<AuditPlace & Row>('SELECT position, hash FROM audit_head WHERE id = 1');
  return row && { position: row.position, hash: row.hash };
}

function toAuditRow(row: LogRow): AuditRow {
  return {
    position: row.position,
    atUs: row.at_us,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, address: row.address },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    websiteId: row.website_id,
    before: row.before_json,
    after: row.after_json,
    hash: row.hash,
  };
}
