import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { recordChange } from '../audit/store/record-change.ts';
import type { PaymentLink } from './payment-link.ts';
import { failWithoutLink, requireLink } from './require-link.ts';
import { lockLink, setLinkDeactivated } from './store/payment-links.ts';

/**
 * Deactivates a link for good, and returns it: it accepts no new payment from then on. Payments in progress continue. A
 * link that is already deactivated does not change. Throws OperatorError when the code or id is unknown.
 *
 * @param isByKey whether the request came through the API: API calls of merchants are not in the audit log
 */
export async function deactivateLink(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  codeOrId: string,
  { isByKey = false }: { isByKey?: boolean } = {},
): Promise<PaymentLink> {
  const { id } = await requireLink(db, codeOrId);
  return db.transaction(async (tx) => {
    const link = (await lockLink(tx, id)) ?? failWithoutLink(codeOrId);
    if (link.deactivatedAtUs !== null) return link;
    const deactivatedAtUs = Math.floor(clock());
    await setLinkDeactivated(tx, id, deactivatedAtUs);
    if (!isByKey) {
      const subject = { kind: 'link', id } as const;
      const facts = { before: { active: true }, after: { active: false } };
      const { websiteId } = link;
      await recordChange(tx, { actor, clock }, { action: 'link.deactivate', subject, websiteId, ...facts });
    }
    return { ...link, deactivatedAtUs };
  });
}
