import type { ErrorCode } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import { isPaidInHtgOnly, type Mode, PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { refuseField } from '../../platform/operator-error.ts';
import type { Provider } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { Website } from '../websites/store/websites.ts';

type WebsiteMethods = Pick<Website, 'methods' | 'cardLiveApproved'>;

/** The error with which a website cannot use a method in a mode, whatever the payment is; undefined when it can. */
export function methodRefusal(
  { methods, cardLiveApproved }: WebsiteMethods,
  mode: Mode,
  { method, provider }: { method: PaymentMethod; provider: Provider | undefined },
): ErrorCode | undefined {
  if (method === 'card' && mode === 'live' && !cardLiveApproved) return 'payment_method_not_approved';
  return methods.includes(method) && provider ? undefined : 'payment_method_not_available';
}

/** The methods with which a website can create payments in a mode. */
export function usableMethods(website: WebsiteMethods, mode: Mode, providerFor: ProviderRegistry): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => {
    const provider = providerFor(mode, method);
    return methodRefusal(website, mode, { method, provider }) === undefined;
  });
}

/** Throws OperatorError for the field `currency` if no payment by this method is in this currency. */
export function refuseCurrency(method: PaymentMethod, currency: Currency): void {
  const isOther = currency !== 'HTG' && isPaidInHtgOnly(method);
  refuseField('currency', isOther ? refusal('methodHtgOnly', { method }) : undefined);
}
