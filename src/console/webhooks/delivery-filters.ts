import { parseTransactionId } from '../../core/ids.ts';
import type { Mode } from '../../core/payment.ts';
import { WEBHOOK_EVENTS } from '../../features/webhooks/event.ts';
import { type DeliveryPageFilter, listDeliveryPage, placeOf } from '../../features/webhooks/store/delivery-page.ts';
import {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryOfMode,
  type DeliveryStatus,
} from '../../features/webhooks/store/delivery-table.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import type { Html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { haitiInputUs } from '../views/date-range.ts';
import {
  askedRange,
  choiceFilter,
  chosenValue,
  dateFilter,
  type Filter,
  modeFilter,
  queryOf,
  sortFilter,
  websiteFilter,
} from '../views/filters.ts';
import { isFromList, PAGE, readCursor, trailView } from '../views/pager.ts';
import { badge } from '../views/parts.ts';
import { visibleWebsites } from '../visible.ts';
import { ALL_MODES } from './resend-page.ts';

const TONES = { pending: 'calm', delivered: 'good', refused: 'bad', exhausted: 'bad' } as const satisfies Record<
  DeliveryStatus,
  string
>;

export const MENU_PATH = '/webhooks';
/** The name of this order in an address: waiting deliveries by their next attempt. */
export const NEXT = 'next';

/** The mode of the listed deliveries; undefined for both. */
export function modeOfList({ request, mode }: SignedInContext): Mode | undefined {
  return queryField(request, 'mode') === ALL_MODES ? undefined : mode;
}

/** The orders besides newest first. No index has both the time of an event and that of the next attempt. */
export function ordersOf(context: SignedInContext): readonly string[] {
  const { fromUs, toUs } = askedRange(context);
  return fromUs === undefined && toUs === undefined ? ['oldest', NEXT] : ['oldest'];
}

/** The filters of the list as the address has them. */
export function deliveryFilters(context: SignedInContext, websites: readonly Website[]): Filter[] {
  const { language, request } = context;
  const texts = DELIVERY_TEXTS[language];
  const payment = queryField(request, 'payment').trim();
  const times = dateFilter(context, { hasTimes: true }).map((field) => ({
    ...field,
    error:
      field.name !== 'date' && field.value && haitiInputUs(field.value) === undefined ? texts.wrongTime : undefined,
  }));
  return [
    choiceFilter(context, 'status', texts.status, DELIVERY_STATUSES, (status) => texts.statuses[status]),
    websiteFilter(context, websites),
    choiceFilter(context, 'event', texts.event, WEBHOOK_EVENTS, (event) => texts.events[event]),
    modeFilter({ mode: modeOfList(context) }),
    sortFilter(context, ordersOf(context)),
    ...times,
    {
      name: 'payment',
      label: texts.transactionId,
      type: 'search',
      inputmode: 'numeric',
      value: payment,
      error: payment !== '' && parseTransactionId(payment) === undefined ? texts.wrongId : undefined,
    },
  ];
}

/** The requested filter, limited to the websites that the user may see. */
export function deliveryFilter(context: SignedInContext, websites: readonly Website[]): DeliveryPageFilter {
  const { request, who } = context;
  const website = queryField(request, 'website');
  const { fromUs, toUs } = askedRange(context);
  const sort = sortFilter(context, ordersOf(context)).value;
  const chosen = websites.filter(({ id }) => id === website).map(({ id }) => id);
  return {
    websiteIds: website === '' ? who.websiteIds : chosen,
    status: chosenValue(context, 'status', DELIVERY_STATUSES),
    event: chosenValue(context, 'event', WEBHOOK_EVENTS),
    mode: modeOfList(context),
    paymentId: parseTransactionId(queryField(request, 'payment').trim()),
    fromUs,
    toUs,
    order: sort === NEXT ? NEXT : 'created',
    isOldestFirst: sort !== '',
    before: readCursor(queryField(request, 'before')),
    limit: PAGE,
  };
}

/** A delivery's status as a badge. A pending one whose last attempt failed is retrying. */
export function deliveryBadge(
  { status, scheduleStep }: Pick<Delivery, 'status' | 'scheduleStep'>,
  language: Language,
): Html {
  const texts = DELIVERY_TEXTS[language];
  if (status === 'pending' && scheduleStep > 0) return badge('care', texts.retrying);
  return badge(TONES[status], texts.statuses[status]);
}

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
