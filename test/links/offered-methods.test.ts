import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptsAmount, offeredMethods } from '../../src/features/links/offered-methods.ts';
import { LINK_METHODS, type PaymentLink } from '../../src/features/links/payment-link.ts';
import type { AmountLimits } from '../../src/features/payments/amount-limits.ts';
import type { Provider } from '../../src/providers/provider.ts';

const HTG = { minMinor: 100, maxMinor: 7_500_000 };
const LIMITS: AmountLimits = {
  moncash: { HTG },
  natcash: { HTG: { minMinor: 2_000, maxMinor: 10_000_000 } },
  lakaypay_card: { HTG: { minMinor: 100, maxMinor: 50_000_000 }, USD: { minMinor: 100, maxMinor: 400_000 } },
  card: {},
};

describe('the methods that a payment link offers', () => {
  /** The methods that a live link offers. NatCash accepts only whole gourdes, and so does MonCash, unless a setting allows centimes. */
  const offered = (link: Partial<PaymentLink>, { moncashTakesCentimes = false } = {}) => {
    const providerFor = (_mode: unknown, method: string): Provider =>
      ({ takesWholeGourdes: method === 'moncash' ? !moncashTakesCentimes : method === 'natcash' }) as Provider;
    const whole: Partial<PaymentLink> = {
      mode: 'live',
      amountMode: 'fixed',
      currency: 'HTG',
      methods: LINK_METHODS,
      minMinor: null,
      maxMinor: null,
      ...link,
    };
    const deps = { providerFor, amountLimits: LIMITS, rates: () => ({ rateE4: 1_305_000, updatedAtUs: null }) };
    return offeredMethods(deps as never, whole as PaymentLink, { methods: [...LINK_METHODS] });
  };
  const names = (...given: Parameters<typeof offered>) => offered(...given).map(({ method }) => method);

  // Contract: LINK-6
  it('exclude wallets that accept whole gourdes only, if the amount has centimes', () => {
    assert.deepEqual(names({ amountMinor: 50_000 }), ['moncash', 'natcash', 'lakaypay_card']);
    for (const amountMinor of [50_001, 50_050, 50_099]) {
      assert.deepEqual(names({ amountMinor }), ['lakaypay_card'], String(amountMinor));
      assert.deepEqual(names({ amountMinor }, { moncashTakesCentimes: true }), ['moncash', 'lakaypay_card']);
    }
  });

  it('say which of them accept whole gourdes only, if the customer chooses the amount', () => {
    const [moncash, , card] = offered({ amountMode: 'chosen', amountMinor: null });
    assert.ok(moncash && card);
    assert.deepEqual([moncash.isWhole, card.isWhole], [true, false]);
    assert.deepEqual(
      [acceptsAmount(moncash, 50_050), acceptsAmount(moncash, 50_000), acceptsAmount(card, 50_050)],
      [false, true, true],
    );
  });

  it('are all of them for dollars with cents, which are converted and rounded up to the gourde', () => {
    assert.deepEqual(names({ currency: 'USD', amountMinor: 1_055 }), ['moncash', 'natcash', 'lakaypay_card']);
  });

  it('are those whose limits include the amount', () => {
    assert.deepEqual(names({ amountMinor: 1_900 }), ['moncash', 'lakaypay_card']);
    assert.deepEqual(names({ amountMinor: 7_500_100 }), ['natcash', 'lakaypay_card']);
    assert.deepEqual(names({ amountMinor: 50_000_100 }), []);
  });
});
