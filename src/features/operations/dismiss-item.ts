import type { Actor } from '../../core/actor.ts';
import type { Side } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { type Dismissible, deleteDismissal, putDismissal } from './store/dismissals.ts';

/** An item of the overview, as the users of one side see it. */
export interface ItemOf {
  readonly websiteId: string;
  readonly kind: Dismissible;
  readonly side: Side;
}

interface ItemDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly actor: Actor;
}

/**
 * Dismisses an item of the overview for all users of its side, with a note (1 to 255 characters). A change after
 * `seenAtUs` shows the item again. Throws OperatorError for an invalid note, and if another user has dismissed the item
 * since `seenAtUs`.
 */
export async function dismissItem(
  { db, clock, actor }: ItemDeps,
  item: ItemOf,
  { note, seenAtUs }: { readonly note: string; readonly seenAtUs: number },
): Promise<void> {
  refuseField('note', shortTextFault(note));
  await db.transaction(async (tx) => {
    const nowUs = clock();
    // A forged time in the future would hide later changes.
    const times = { seenAtUs: Math.min(seenAtUs, nowUs), dismissedAtUs: nowUs };
    const isStored = await putDismissal(tx, { ...item, ...times, dismissedBy: actor.name, note });
    if (!isStored) throw new OperatorError('conflict', 'item', refusal('itemDismissed'));
    const { websiteId, kind } = item;
    const change = { subject: { kind: 'website', id: websiteId }, websiteId, after: { kind, note } } as const;
    await recordChange(tx, { actor, clock }, { action: 'item.dismiss', ...change });
  });
}

/** Shows a dismissed item again. Records nothing if it is not dismissed. */
export async function restoreItem({ db, clock, actor }: ItemDeps, item: ItemOf): Promise<void> {
  await db.transaction(async (tx) => {
    const note = await deleteDismissal(tx, item);
    if (note === undefined) return;
    const { websiteId, kind } = item;
    const change = { subject: { kind: 'website', id: websiteId }, websiteId, before: { kind, note } } as const;
    await recordChange(tx, { actor, clock }, { action: 'item.restore', ...change });
  });
}
