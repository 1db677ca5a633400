import { invalid } from './api-error.ts';
import type { Intent } from './intent.ts';
import { hashOf, integer, listOf, oneOf, type Parameters, refuseUnknown, required } from './parameters.ts';

const KNOWN = [
  'amount',
  'currency',
  'allowed_payment_method_types[]',
  'automatic_payment_methods[enabled]',
  'capture_method',
  'description',
  'metadata[]',
  'receipt_email',
  'statement_descriptor_suffix',
];
const MAX_AMOUNT = 99_999_999;
const MIN_USD = 50;
/** Gourdes for a dollar, times 10,000: used to compute the minimum in gourdes. */
const RATE_E4 = 1_305_000;
/** From this version on payment_method_types is rejected. */
const WITHOUT_METHOD_TYPES = '2026-09-30';

/** Reads the parameters that create an intent, as strictly as the API does. Throws the API's errors. */
export function readCreation(parameters: Parameters, apiVersion: string): NewIntent {
  const isOld = apiVersion < WITHOUT_METHOD_TYPES;
  if (!isOld && listOf(parameters, 'payment_method_types').length > 0) {
    throw invalid(
      'payment_method_types_no_longer_supported',
      'payment_method_types is not supported in this API version. Use allowed_payment_method_types instead.',
      'payment_method_types',
    );
  }
  refuseUnknown(parameters, isOld ? [...KNOWN, 'payment_method_types[]'] : KNOWN);
  const amount = integer('amount', required(parameters, 'amount'));
  const currency = oneOf('currency', required(parameters, 'currency'), ['htg', 'usd']);
  checkAmount(amount, currency);
  const description = parameters.get('description') || null;
  const suffix = parameters.get('statement_descriptor_suffix') ?? '';
  if (suffix.length > 22) throw invalid('parameter_invalid', 'The suffix is too long', 'statement_descriptor_suffix');
  oneOf('capture_method', parameters.get('capture_method') ?? 'automatic_async', ['automatic', 'automatic_async']);
  return {
    amount,
    currency,
    description,
    metadata: readMetadata(parameters),
    receiptEmail: parameters.get('receipt_email') || null,
    methodTypes: readMethodTypes(parameters, isOld ? 'payment_method_types' : 'allowed_payment_method_types'),
  };
}

type NewIntent = Pick<Intent, 'amount' | 'currency' | 'metadata' | 'description' | 'receiptEmail' | 'methodTypes'>;

function checkAmount(amount: number, currency: 'htg' | 'usd'): void {
  if (amount < 1)
    throw invalid('parameter_invalid_integer', 'This value must be greater than or equal to 1.', 'amount');
  if (amount > MAX_AMOUNT) throw invalid('amount_too_large', 'Amount must be no more than 99999999', 'amount');
  const least = currency === 'usd' ? MIN_USD : Math.ceil((MIN_USD * RATE_E4) / 10_000);
  if (amount >= least) return;
  throw invalid('amount_too_small', `Amount must be at least ${least} ${currency}, or $0.50 usd`, 'amount');
}

function readMetadata(parameters: Parameters): Record<string, string> {
  const entries = Object.entries(hashOf(parameters, 'metadata')).filter(([, value]) => value !== '');
  const isTooMuch = entries.length > 50 || entries.some(([key, value]) => key.length > 40 || value.length > 500);
  if (isTooMuch) throw invalid('parameter_invalid', 'Metadata has too many keys, or too long ones', 'metadata');
  return Object.fromEntries(entries);
}

/** Those of the requested methods that are switched on for the account: here, cards. Automatic methods yield all of them. */
function readMethodTypes(parameters: Parameters, name: string): string[] {
  const asked = listOf(parameters, name);
  const automatic = parameters.get('automatic_payment_methods[enabled]');
  if (asked.length > 0 && automatic !== undefined) {
    throw invalid('parameters_exclusive', `You may only specify one of: ${name}, automatic_payment_methods`);
  }
  return asked.length === 0 ? ['card'] : asked.filter((type) => type === 'card');
}
