import type { Database } from '../../../database/database.ts';
import type { LineState, PayoutLine } from '../../payouts/payout.ts';
import { listLastLines } from '../../payouts/store/payout-lines.ts';
import { findPayout, listPayouts } from '../../payouts/store/payouts.ts';
import type { Source } from './newest-first.ts';

/** Payouts that one read opens at most, because a filter may match no line of many. */
const PAYOUTS_AT_ONCE = 20;

/** The filter of the lines; an undefined field does not filter. */
interface LineFilter {
  readonly payoutId?: string | undefined;
  /** Only lines that were matched with payments or refunds of this website. */
  readonly websiteId?: string | undefined;
  readonly state?: LineState | undefined;
}

/** The lines of payouts: the last recorded payout first, and in a payout the last line first. */
export function payoutLineSource(db: Database, { payoutId, ...filter }: LineFilter): Source<PayoutLine> {
  const placeOf = (id: string, line: number) => `${id}.${String(line).padStart(9, '0')}`;
  return async (before, limit) => {
    const [id, line] = String(before?.id ?? '').split('.');
    const current = before && (await findPayout(db, id ?? ''));
    const place = before && { createdAtUs: before.atUs, id: id ?? '' };
    const only = payoutId === undefined ? undefined : await findPayout(db, payoutId);
    const older =
      payoutId === undefined
        ? await listPayouts(db, { before: place, limit: PAYOUTS_AT_ONCE })
        : [only ?? []].flat().filter(() => !before);
    const payouts = [...(current ? [current] : []), ...older];
    const found: Awaited<ReturnType<Source<PayoutLine>>>['found'][number][] = [];
    for (const payout of payouts) {
      const beforeLine = payout === current ? Number(line) : undefined;
      const lines = await listLastLines(db, payout.id, { ...filter, before: beforeLine, limit: limit - found.length });
      found.push(
        ...lines.map((item) => ({ place: { atUs: payout.createdAtUs, id: placeOf(payout.id, item.line) }, item })),
      );
      if (found.length === limit) return { found, next: found.at(-1)?.place };
    }
    const last = older.at(-1);
    const isMore = payoutId === undefined && older.length === PAYOUTS_AT_ONCE;
    return { found, next: isMore && last ? { atUs: last.createdAtUs, id: placeOf(last.id, 0) } : undefined };
  };
}
