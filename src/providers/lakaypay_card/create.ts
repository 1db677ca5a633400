import { US_PER_MINUTE, US_PER_SECOND } from '../../lib/durations.ts';
import { paymentPageUrl } from '../payment-page.ts';
import type { OpenContext, Opening, UnopenedPayment } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { writeCardData } from './provider-data.ts';
import type { LakaypayCardSettings } from './settings.ts';

/** A form that was handed out at the last moment is taken for 15 minutes, and its page is taken to stay open as long. */
const PAGE_LIFE_US = 30 * US_PER_MINUTE;
/** Customers need a moment, and the result then comes by itself: asking before that finds nothing. */
const FIRST_CHECK_US = 2 * US_PER_MINUTE;

/** How a payment begins: on our page, with a form for theirs. They are not asked to create anything. */
export function openPayment(
  settings: LakaypayCardSettings,
  { box, publicUrl }: Pick<ProviderDeps, 'box' | 'publicUrl'>,
  { id, createdAtUs }: UnopenedPayment,
  { dueAtUs }: OpenContext,
): Opening {
  const formUntilUs = createdAtUs + settings.expirySeconds * US_PER_SECOND;
  return {
    providerData: writeCardData({ formUntilUs, ...(dueAtUs !== undefined && { dueAtUs }) }),
    expiresAtUs: formUntilUs + PAGE_LIFE_US + settings.searchLagSeconds * US_PER_SECOND,
    nextCheckAtUs: createdAtUs + FIRST_CHECK_US,
    fields: { payment_url: paymentPageUrl(publicUrl, box, id) },
  };
}
