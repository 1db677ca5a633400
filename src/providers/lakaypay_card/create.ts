import { US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import { paymentPageUrl } from '../payment-page.ts';
import type { OpenContext, Opening, UnopenedPayment } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { writeCardData } from './provider-data.ts';
import type { LakaypayCardSettings } from './settings.ts';

/** The page accepts a form for 15 minutes after it was issued, and then may stay open for 15 more. */
const PAGE_LIFE_US = 30 * US_PER_MINUTE;
/** Customers need a moment, and the result then arrives by itself. An earlier query would find nothing. */
const FIRST_CHECK_US = 2 * US_PER_MINUTE;

/** The start of a payment: on our page, with a form for CyberSource's. No call to CyberSource creates anything. */
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
