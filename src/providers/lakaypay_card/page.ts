import { SECONDS_PER_MINUTE } from '../../core/durations.ts';
import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { HostedForm } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { signForm } from './form-signature.ts';
import { readCardData } from './provider-data.ts';
import type { LakaypayCardSettings } from './settings.ts';

/** The page does not support Haitian Creole. */
const LOCALES = { ht: 'fr-fr', fr: 'fr-fr', en: 'en-us' } as const;

/** The page accepts a form for 15 minutes; the rest is for the customer's click, and for clocks that differ. */
const FRESH_FOR_SECONDS = 10 * SECONDS_PER_MINUTE;

/** The form of a payment that may still be paid; undefined once no form is issued for it any longer. */
export function openForm(
  settings: LakaypayCardSettings,
  deps: Pick<ProviderDeps, 'clock' | 'publicUrl'>,
  payment: Payment,
  language: keyof typeof LOCALES,
): HostedForm | undefined {
  const { formUntilUs } = readCardData(payment);
  if (formUntilUs === undefined || deps.clock() >= formUntilUs) return undefined;
  // CyberSource's records have an attempt at this payment, under review or with an unknown outcome. Another attempt
  // could charge the customer twice.
  if (payment.providerRef !== null) return undefined;
  return hostedForm(settings, deps, payment, language);
}

/** The form that takes a customer to the card page, signed at this moment: the page accepts it for 15 minutes. */
function hostedForm(
  { pageUrl, accessKey, profileId, secretKey }: LakaypayCardSettings,
  { clock, publicUrl }: Pick<ProviderDeps, 'clock' | 'publicUrl'>,
  payment: Payment,
  language: keyof typeof LOCALES,
): HostedForm {
  const own = `${publicUrl}/providers/lakaypay_card`;
  const unsigned = {
    access_key: accessKey,
    profile_id: profileId,
    // The same in every form of a payment: for 15 minutes, the page refuses a second charge with the same value.
    transaction_uuid: `peye-${payment.id}`,
    signed_field_names: '',
    unsigned_field_names: '',
    signed_date_time: `${new Date(Math.floor(clock() / 1000)).toISOString().slice(0, 19)}Z`,
    locale: LOCALES[language],
    transaction_type: payment.recurringInterval === null ? 'sale' : 'sale,create_payment_token',
    reference_number: String(payment.id),
    amount: formatAmount(payment.amountMinor),
    currency: payment.currency,
    override_custom_receipt_page: `${own}/return`,
    override_custom_cancel_page: `${own}/cancel`,
    override_backoffice_post_url: `${own}/notify`,
  };
  const names = Object.keys(unsigned);
  const fields = { ...unsigned, signed_field_names: names.join(',') };
  return {
    action: pageUrl,
    fields: [...Object.entries(fields), ['signature', signForm(secretKey, fields, names)]],
    freshForSeconds: FRESH_FOR_SECONDS,
  };
}
