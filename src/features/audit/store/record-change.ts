import { createHash } from 'node:crypto';
import type { Actor } from '../../../core/actor.ts';
import type { Row, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type AuditAction, type AuditFacts, type AuditSubject, auditText } from '../audit.ts';
import { AUDIT_LOG } from './audit-log.ts';

const INSERT = AUDIT_LOG.insertion();

/** The actor and the time of a change. */
export interface ChangeMaker {
  readonly actor: Actor;
  readonly clock: Clock;
}

/** A change, as the verb reports it. */
export interface Change {
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  /** The website that it concerns; null or omitted when there is none. */
  readonly websiteId?: string | null;
  /** Only what changed, and no secrets. */
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
}

/** The hash of a row, in hex: SHA-256 over the hash of the row before it and the row's own text. */
export function chainHash(former: string, text: string): string {
  return createHash('sha256').update(former).update(text).digest('hex');
}

/**
 * Writes a change into the audit log, in the transaction that makes the change: either both are stored or neither. Call
 * it only when something changes, and as the last step of the transaction, because it locks the head of the log until
 * the transaction ends.
 */
export async function recordChange(
  tx: Pick<Transaction, 'query'>,
  { actor, clock }: ChangeMaker,
  { action, subject, websiteId = null, before = null, after = null }: Change,
): Promise<void> {
  const [head] = await tx.query<Row & { position: number; hash: string }>(
    'UPDATE audit_head SET position = position + 1 WHERE id = 1 RETURNING position, hash',
  );
  if (!head) throw new Error('the store has lost the head of its audit log');
  const { position } = head;
  const row = {
    position,
    // Whole microseconds, even from a finer clock: the hashed time must equal the time that is read back.
    atUs: Math.floor(clock()),
    // Characters that a store cannot hold are replaced before hashing, because the row would be read back without them.
    actor: { ...actor, name: actor.name.toWellFormed(), address: actor.address?.toWellFormed() ?? null },
    action,
    subject,
    websiteId,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  };
  const hash = chainHash(head.hash, auditText(row));
  await tx.query(INSERT, AUDIT_LOG.valuesOf({ ...row, hash }));
  await tx.query('UPDATE audit_head SET hash = $1 WHERE id = 1', [hash]);
}
