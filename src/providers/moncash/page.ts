import type { Payment } from '../../core/payment.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { readHostedPage } from './provider-data.ts';

/** MonCash's page for the customer of a payment; undefined once MonCash no longer accepts the payment there. */
export function hostedPage({ box, clock }: Pick<ProviderDeps, 'box' | 'clock'>, payment: Payment): string | undefined {
  const page = readHostedPage(box, payment);
  return page && clock() < page.untilUs ? page.url : undefined;
}
