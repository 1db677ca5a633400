import { htgToUsd, isWholeUnits } from '../../core/money.ts';
import { isPaidInHtgOnly } from '../../core/payment.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { AmountLimits } from '../payments/amount-limits.ts';
import type { ExchangeRates } from '../rates/exchange-rate.ts';
import type { Website } from '../websites/store/websites.ts';
import { LEAST_MINOR, type LinkMethod, type PaymentLink } from './payment-link.ts';

/** A method that can pay a link now, and the amounts that it accepts: minor units of the link's currency. */
export interface OfferedMethod {
  readonly method: LinkMethod;
  readonly leastMinor: number;
  readonly mostMinor: number;
  /** Whether only whole gourdes are accepted. */
  readonly isWhole: boolean;
}

export interface OfferDeps {
  readonly providerFor: ProviderRegistry;
  readonly amountLimits: AmountLimits;
  readonly rates: ExchangeRates;
}

/** What methods are offered for: a payment link, or an order with a fixed amount. */
type OfferedAmount = Pick<
  PaymentLink,
  'methods' | 'mode' | 'currency' | 'amountMode' | 'amountMinor' | 'minMinor' | 'maxMinor'
>;

/**
 * The methods that can pay a link at this moment. The link and its website allow such a method, a provider serves it in
 * the link's mode, and it accepts the link's amount. For a link in dollars, the limits of a wallet are converted from
 * gourdes and rounded to cents. When the payment is created, its amount in gourdes is checked again.
 */
export function offeredMethods(
  { providerFor, amountLimits, rates }: OfferDeps,
  link: OfferedAmount,
  website: Pick<Website, 'methods'>,
): OfferedMethod[] {
  const offered = link.methods.flatMap((method) => {
    const provider = providerFor(link.mode, method);
    const isConverted = link.currency === 'USD' && isPaidInHtgOnly(method);
    const range = amountLimits[method][isConverted ? 'HTG' : link.currency];
    if (!provider || !range || !website.methods.includes(method)) return [];
    const own = (minor: number) => (isConverted ? htgToUsd(minor, rates().rateE4) : minor);
    const leastMinor = Math.max(LEAST_MINOR, own(range.minMinor), link.minMinor ?? 0);
    const mostMinor = Math.min(own(range.maxMinor), link.maxMinor ?? Number.MAX_SAFE_INTEGER);
    const isWhole = link.currency === 'HTG' && provider.takesWholeGourdes === true;
    return leastMinor > mostMinor ? [] : [{ method, leastMinor, mostMinor, isWhole }];
  });
  const { amountMode, amountMinor } = link;
  return amountMode === 'fixed' ? offered.filter((each) => acceptsAmount(each, amountMinor ?? 0)) : offered;
}

/** Whether the method accepts this amount. */
export function acceptsAmount({ leastMinor, mostMinor, isWhole }: OfferedMethod, amountMinor: number): boolean {
  return amountMinor >= leastMinor && amountMinor <= mostMinor && (!isWhole || isWholeUnits(amountMinor));
}
