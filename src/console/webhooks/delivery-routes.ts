import type { ConsoleRoute } from '../route.ts';
import { resendOne, showDelivery } from './delivery-page.ts';
import { showDeliveries } from './list-page.ts';
import { resendMany, showResend } from './resend-page.ts';

/** Webhooks: the list of deliveries, one delivery with its attempts, and sending again. */
export const DELIVERY_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/webhooks', access: 'deliveries.read', handle: showDeliveries },
  {
    method: 'GET',
    path: '/webhooks/resend',
    access: 'deliveries.resend',
    handle: showResend,
    refused: (context, fault) => showResend(context, fault),
  },
  {
    method: 'POST',
    path: '/webhooks/resend',
    access: 'deliveries.resend',
    sends: { website: 'one', from_us: 'one', to_us: 'one', status: 'one', event: 'one', mode: 'one', count: 'one' },
    handle: resendMany,
    refused: showResend,
  },
  { method: 'GET', path: '/webhooks/:id', access: 'deliveries.read', handle: showDelivery },
  {
    method: 'POST',
    path: '/webhooks/:id/resend',
    access: 'deliveries.resend',
    sends: {},
    handle: resendOne,
    refused: showDelivery,
  },
];
