import type { Delivery, DeliveryStatus } from '../../features/webhooks/store/delivery-table.ts';
import type { Html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { badge } from '../views/parts.ts';

const TONES = { pending: 'calm', delivered: 'good', refused: 'bad', exhausted: 'bad' } as const satisfies Record<
  DeliveryStatus,
  string
>;

/** A delivery's status as a badge. A pending one whose last attempt failed is retrying. */
export function deliveryBadge(
  { status, scheduleStep }: Pick<Delivery, 'status' | 'scheduleStep'>,
  language: Language,
): Html {
  const texts = DELIVERY_TEXTS[language];
  if (status === 'pending' && scheduleStep > 0) return badge('care', texts.retrying);
  return badge(TONES[status], texts.statuses[status]);
}
