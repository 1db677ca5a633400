import type { Delivery, DeliveryStatus } from '../../features/webhooks/store/delivery-table.ts';
import type { Html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { badge } from '../views/badge.ts';

const TONES = { pending: 'care', delivered: 'good', refused: 'bad', exhausted: 'bad' } as const satisfies Record<
  DeliveryStatus,
  string
>;

/** A delivery's status as a badge. */
export function deliveryBadge({ status }: Pick<Delivery, 'status'>, language: Language): Html {
  return badge(TONES[status], DELIVERY_TEXTS[language].statuses[status]);
}
