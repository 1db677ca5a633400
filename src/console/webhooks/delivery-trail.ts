import { listDeliveryPage, placeOf } from '../../features/webhooks/store/delivery-page.ts';
import type { DeliveryOfMode } from '../../features/webhooks/store/delivery-table.ts';
import { queryField } from '../../http/form-fields.ts';
import type { Html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { queryOf } from '../views/filters.ts';
import { isFromList, trailView } from '../views/pager.ts';
import { visibleWebsites } from '../visible.ts';
import { deliveryFilter, deliveryFilters, MENU_PATH } from './delivery-filters.ts';

/** The list whose filters the address has, and the delivery's neighbours in it. */
export async function trailOf(context: SignedInContext, delivery: DeliveryOfMode): Promise<Html> {
  const list = { path: MENU_PATH, title: FRAME_TEXTS[context.language].webhooks };
  if (!isFromList(context)) return trailView(context, list);
  const websites = await visibleWebsites(context);
  const filters = deliveryFilters(context, websites);
  const asked = deliveryFilter(context, websites);
  const filter = { ...asked, before: placeOf(delivery, asked), limit: 1 };
  const firstAfter = async (oldestFirst: boolean) =>
    (await listDeliveryPage(context.deps.db, { ...filter, isOldestFirst: oldestFirst })).deliveries[0]?.id;
  // There are no neighbours for a filter by a payment, which selects only its delivery, or for a delivery that was
  // delivered since, in a list by next attempt.
  const isAlone =
    filter.paymentId !== undefined || filter.before === undefined || filters.some(({ error }) => error !== undefined);
  const { isOldestFirst = false } = filter;
  const [previous, next] = isAlone ? [] : await Promise.all([firstAfter(!isOldestFirst), firstAfter(isOldestFirst)]);
  const query = { ...queryOf(filters), mode: queryField(context.request, 'mode') };
  return trailView(context, { ...list, query, previous, next });
}
