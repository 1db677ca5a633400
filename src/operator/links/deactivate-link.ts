import type { Actor } from '../../domain/actor.ts';
import type { PaymentLink } from '../../domain/payment-link.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../storage/database.ts';
import { lockLink, setLinkDeactivated } from '../../storage/links/payment-links.ts';
import { recordChange } from '../../storage/record-change.ts';
import { failWithoutLink, requireLink } from './require-link.ts';

/**
 * Ends a link for good, and returns it: nothing new is paid by it from then on. Payments that are on their way go on. One that was
 * ended before stays as it is. Throws OperatorError when there is none of this code or id.
 *
 * @param isByKey whether it is done through the API: what merchants do there is not in the audit log
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
