import type { Payment } from '../../core/payment.ts';
import { findNeighbours } from '../../features/payments/store/find-by-text.ts';
import type { Html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { may, type SignedInContext } from '../console-context.ts';
import { isFromList, trailView } from '../views/pager.ts';
import { PAYMENTS_PLACE, readListFilter } from './list-filter.ts';
import { ownedFilter } from './payments-filters.ts';

/** The list whose filters the address has, and the payment's neighbours in it. */
export async function trailOf(context: SignedInContext, { id, mode }: Payment): Promise<Html> {
  const list = { path: PAYMENTS_PLACE, title: FRAME_TEXTS[context.language].payments };
  if (!isFromList(context) || mode !== context.mode) return trailView(context, list);
  const asked = readListFilter(context);
  const isWrong = Object.keys(asked.errors).length > 0 || (asked.given.key !== '' && !may(context, 'keys.read'));
  const near = isWrong ? {} : await findNeighbours(context.deps.db, ownedFilter(context, asked), asked.text, id);
  return trailView(context, { ...list, ...near, query: asked.given });
}
