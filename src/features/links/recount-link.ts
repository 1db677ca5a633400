import type { Actor } from '../../core/actor.ts';
import { formatAmount } from '../../core/money.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { recordChange } from '../audit/store/record-change.ts';
import type { PaymentLink } from './payment-link.ts';
import { failWithoutLink, requireLink } from './require-link.ts';
import { lockLink } from './store/payment-links.ts';
import { correctLinkPayments, countLinkPayments, type LinkCounts, setLinkCounts } from './store/recount-link.ts';

/**
 * Counts the units and totals of a link again from its payments, stores them, and returns the link. A link
 * whose counts are right does not change, and the audit log gets no row. Throws OperatorError `not_found` when the
 * link does not exist, and `conflict`, with nothing changed, when its open and paid units exceed its stock.
 */
export async function recountLink(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  codeOrId: string,
): Promise<PaymentLink> {
  const { id } = await requireLink(db, codeOrId);
  return db.transaction(async (tx) => {
    const link = (await lockLink(tx, id)) ?? failWithoutLink(codeOrId);
    const corrected = await correctLinkPayments(tx, id);
    const counts = await countLinkPayments(tx, id);
    const { websiteId, stock } = link;
    const taken = counts.openUnits + counts.paidUnits;
    if (stock !== null && taken > stock) throw oversold(link, stock, counts);
    const [before, after] = [countFacts(link), countFacts(counts)];
    if (corrected === 0 && JSON.stringify(before) === JSON.stringify(after)) return link;
    await setLinkCounts(tx, id, counts);
    const subject = { kind: 'link', id } as const;
    await recordChange(tx, { actor, clock }, { action: 'link.recount', subject, websiteId, before, after });
    return { ...link, ...counts };
  });
}

/** The counts as the audit log stores them: named as the link's JSON names them. */
function countFacts(counts: LinkCounts): AuditFacts {
  return {
    open: counts.openPayments,
    paid: counts.paidPayments,
    failed: counts.failedPayments,
    open_units: counts.openUnits,
    paid_units: counts.paidUnits,
    paid_htg: formatAmount(counts.paidHtgMinor),
    paid_usd: formatAmount(counts.paidUsdMinor),
  };
}

function oversold(
  { code }: PaymentLink,
  stock: number,
  { openUnits: open, paidUnits: paid }: LinkCounts,
): OperatorError {
  return new OperatorError('conflict', 'stock', refusal('linkOversold', { code, stock, paid, open }));
}
