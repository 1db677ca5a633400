import type { Actor } from '../../core/actor.ts';
import { formatAmount } from '../../core/money.ts';
import type { Refund } from '../../core/refund.ts';
import type { Database } from '../../database/database.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { listAuditRowsOf } from '../audit/store/audit-log.ts';
import type { RefundDeps } from './refund-deps.ts';
import { readRefundMoney } from './store/refunds.ts';

/**
 * Why an actor may not approve, claim, complete, resolve or correct a live refund: they requested it, and together the payment's refunds
 * are above the limit of their currency. So parts do not get around the limit. What a key requested was requested by no person.
 */
export async function findOwnRequest(
  db: Pick<Database, 'query'>,
  { actor, secondPersonAbove }: Pick<RefundDeps, 'actor' | 'secondPersonAbove'>,
  { id, mode, paymentId, currency }: Refund,
): Promise<Refusal | undefined> {
  const limitMinor = secondPersonAbove[currency];
  if (mode !== 'live' || limitMinor === null) return undefined;
  const money = await readRefundMoney(db, paymentId);
  if (!money || money.reserved_minor + money.refunded_minor <= limitMinor) return undefined;
  const requests = await listAuditRowsOf(db, { subjectIds: [id], actions: ['refund.request'] });
  if (!requests.some((request) => isSamePerson(request.actor, actor))) return undefined;
  return refusal('refundNeedsOther', { limit: `${formatAmount(limitMinor)} ${currency}` });
}

/** Users are compared by their ids: a name can be changed. Commands only have a name. */
export function isSamePerson(one: Pick<Actor, 'id' | 'name'>, other: Pick<Actor, 'id' | 'name'>): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.name.trim().toLowerCase() === other.name.trim().toLowerCase();
}
