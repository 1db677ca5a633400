import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Intent } from '../../../src/providers/card/intent.ts';
import { returnsIn } from '../../../src/providers/card/returns.ts';
import type { MoneyReturn, ReportedDispute } from '../../../src/providers/provider.ts';

const PAID = { amountMinor: 50_000, currency: 'HTG' } as const;

/** The returns of a payment of 500 gourdes whose charge has disputes that returned this. */
function returnsWith(returns: readonly MoneyReturn[]) {
  const disputes = returns.map(
    ({ providerRef, money, how }): ReportedDispute => ({
      providerRef,
      money,
      state: how === 'dispute_lost' ? 'lost' : 'opened',
      reason: null,
      openedAtUs: null,
      evidenceDueAtUs: null,
    }),
  );
  const charge = { id: 'ch_1', refundedMinor: 0, refunds: [], hasMoreRefunds: false, isDisputed: true };
  const intent = { receivedMinor: PAID.amountMinor, currency: PAID.currency, charge, disputes } as unknown as Intent;
  return returnsIn(intent, { asked: PAID, charged: PAID });
}

test('a lost dispute in the currency of the charge is subtracted', () => {
  const lost = { providerRef: 'dp_1', money: { amountMinor: 30_000, currency: 'HTG' }, how: 'dispute_lost' } as const;
  assert.deepEqual(returnsWith([lost]), { left: { ...PAID, amountMinor: 20_000 }, items: [lost] });
});

test('a lost dispute in another currency is not subtracted: the remaining amount is uncertain', () => {
  const lost = { providerRef: 'dp_1', money: { amountMinor: 50_000, currency: 'USD' }, how: 'dispute_lost' } as const;
  assert.deepEqual(returnsWith([lost]), { left: PAID, isLeftUncertain: true, items: [lost] });
});

test('an open dispute in another currency leaves all of the charge', () => {
  const open = { providerRef: 'dp_1', money: { amountMinor: 390, currency: 'USD' }, how: 'disputed' } as const;
  assert.deepEqual(returnsWith([open]), { left: PAID, items: [open] });
});
