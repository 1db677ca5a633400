import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { refuseEditConflict } from '../audit/edit-conflict.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { factsOfPicture } from '../websites/brand.ts';
import { replacePicture } from '../websites/store/pictures.ts';
import type { PaymentLink } from './payment-link.ts';
import { failWithoutLink, requireLink } from './require-link.ts';
import { lockLink, setLinkDeactivated, setLinkPicture } from './store/payment-links.ts';

/** The picture of a link as the audit log stores it: by its hash. */
export function pictureFacts({ picture }: Pick<PaymentLink, 'picture'>): AuditFacts {
  return { picture: picture?.hash ?? null };
}

/**
 * Replaces the picture on a link's page, and returns the link; null removes the picture. The same picture changes
 * nothing. Throws OperatorError when the code or id is unknown, when the file cannot be a link's picture, and when the
 * picture is no longer the one in `seen`, which only forms pass.
 *
 * @param isByKey whether the request came through the API: API calls of merchants are not in the audit log
 */
export async function changeLinkPicture(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  codeOrId: string,
  content: Buffer | null,
  { isByKey = false, seen }: { isByKey?: boolean; seen?: AuditFacts | undefined } = {},
): Promise<PaymentLink> {
  const { id } = await requireLink(db, codeOrId);
  // The code that reads pictures is loaded only for a picture.
  const checked = content && (await import('../websites/brand-rules.ts')).checkPicture('picture', content);
  return db.transaction(async (tx) => {
    const link = (await lockLink(tx, id)) ?? failWithoutLink(codeOrId);
    if (seen) refuseEditConflict(seen, pictureFacts(link));
    const changed = { ...link, picture: factsOfPicture(checked) };
    const formerHash = link.picture?.hash ?? null;
    if (formerHash === (checked?.hash ?? null)) return link;
    await replacePicture(tx, { store: 'link_pictures', ownerId: id, formerHash }, checked);
    await setLinkPicture(tx, id, changed.picture);
    if (isByKey) return changed;
    const subject = { kind: 'link', id } as const;
    const facts = { before: pictureFacts(link), after: pictureFacts(changed) };
    const { websiteId } = link;
    await recordChange(tx, { actor, clock }, { action: 'link.picture', subject, websiteId, ...facts });
    return changed;
  });
}

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
