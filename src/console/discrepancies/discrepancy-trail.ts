import type { Discrepancy } from '../../features/payments/discrepancies/discrepancy.ts';
import { listDiscrepancyPage } from '../../features/payments/discrepancies/store/discrepancies.ts';
import type { Html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { queryOf } from '../views/filters.ts';
import { isFromList, MOST_SORTED, type RowCursor, trailView } from '../views/pager.ts';
import { visibleWebsites } from '../visible.ts';
import { DISCREPANCIES_PATH } from './discrepancy-views.ts';
import { discrepancyFilter, discrepancyFilters, discrepancySource, isByDifference } from './list-page.ts';

/** The list whose filters the address has, and the discrepancy's neighbours in it. */
export async function trailOf(context: SignedInContext, { id, firstSeenAtUs: atUs }: Discrepancy): Promise<Html> {
  const list = { path: DISCREPANCIES_PATH, title: FRAME_TEXTS[context.language].discrepancies };
  if (!isFromList(context)) return trailView(context, list);
  const [[previous, next], websites] = await Promise.all([neighbours(context, { atUs, id }), visibleWebsites(context)]);
  return trailView(context, { ...list, query: queryOf(discrepancyFilters(context, websites)), previous, next });
}

/** The discrepancies before and after one in its list. */
async function neighbours(context: SignedInContext, before: RowCursor): Promise<(string | undefined)[]> {
  if (isByDifference(context)) {
    const rows = await discrepancySource(context)({ before: undefined, limit: MOST_SORTED });
    const at = rows.findIndex(({ id }) => id === before.id);
    return at < 0 ? [] : [rows[at - 1]?.id, rows[at + 1]?.id];
  }
  const filter = { ...discrepancyFilter(context), before, limit: 1 };
  const { isOldestFirst = false } = filter;
  const firstAfter = async (oldestFirst: boolean) =>
    (await listDiscrepancyPage(context.deps.db, { ...filter, isOldestFirst: oldestFirst }))[0]?.id;
  return Promise.all([firstAfter(!isOldestFirst), firstAfter(isOldestFirst)]);
}
