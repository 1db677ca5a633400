import assert from 'node:assert/strict';
import { test } from 'node:test';
import { US_PER_DAY } from '../../../src/core/durations.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { declineOf } from '../../../src/providers/lakaypay_card/charge-of.ts';
import type { RestApi } from '../../../src/providers/lakaypay_card/client.ts';
import { withReturns } from '../../../src/providers/lakaypay_card/returns.ts';
import { readSummary, type TransactionSummary } from '../../../src/providers/lakaypay_card/transaction-summary.ts';
import { ProviderUnavailable } from '../../../src/providers/provider.ts';

const log = createLog('silent');

const PAID = { amountMinor: 50_000, currency: 'HTG' } as const;

/** A transaction of one service, as a search lists it. */
function listed(id: string, name: string, reasonCode: string): TransactionSummary {
  const summary = readSummary({
    id,
    ...(name === 'ics_credit' && { orderInformation: { amountDetails: { totalAmount: '200.00', currency: 'HTG' } } }),
    submitTimeUtc: '2026-01-01T00:00:00Z',
    clientReferenceInformation: { code: '9' },
    applicationInformation: { reasonCode, applications: [{ name, reasonCode }] },
  });
  if (!summary) throw new Error('the summary cannot be read');
  return summary;
}

/** The two charges of a payment that was charged twice: the payment's own one first. */
const TWO = ['1', '2'].map((providerRef) => ({ providerRef, paid: PAID, returns: undefined }));

for (const status of [404, 429, 400]) {
  const silent: RestApi = async () => ({ status, body: { message: 'no transaction' } });

  // Contract: RECURRING-13
  test(`the reason of a decline is unknown while the lookup of the transaction returns ${status}: no other charge is allowed`, async () => {
    // Regression: it counted as a decline that may be repeated.
    const declined = listed('1', 'ics_auth', '203');
    await assert.rejects(declineOf(silent, declined, declined.atUs + US_PER_DAY - 1, log), ProviderUnavailable);
  });

  // Contract: RECURRING-13
  test(`the reason in the list decides if the lookup of the transaction still returns ${status} after a day`, async () => {
    const of = async (reasonCode: string) => {
      const declined = listed('1', 'ics_auth', reasonCode);
      return (await declineOf(silent, declined, declined.atUs + US_PER_DAY, log)).class;
    };
    assert.deepEqual([await of('203'), await of('205'), await of('202')], ['retry', 'stop', 'new_card']);
  });

  test(`a void belongs to the only charge, even while the lookup of the transaction returns ${status}`, async () => {
    const given = { charges: TWO.slice(0, 1), found: [listed('3', 'ics_void', '100')], paymentId: 9 };
    const [charge] = await withReturns(silent, given, log);
    assert.equal(charge?.returns?.left.amountMinor, 0);
  });

  // Contract: LIVE-10
  test(`neither of two charges counts as voided while the lookup of the void returns ${status}`, async () => {
    // Regression: the other charge counted as the voided one, and the payment completed without its money.
    const voided = listed('3', 'ics_void', '100');
    const given = { charges: TWO, found: [voided], paymentId: 9 };
    await assert.rejects(withReturns(silent, given, log), ProviderUnavailable);
  });
}

test('a void and the reversal that follows it return the money of a charge once', async () => {
  // Regression: both were reported as returns of the whole charge.
  const api: RestApi = async () => ({ status: 200, body: { rootId: '1' } });
  const found = [listed('3', 'ics_void', '100'), listed('4', 'ics_auth_reversal', '100')];
  const [charge] = await withReturns(api, { charges: TWO, found, paymentId: 9 }, log);
  assert.deepEqual(charge?.returns, {
    left: { amountMinor: 0, currency: 'HTG' },
    items: [{ providerRef: '3', money: PAID, how: 'voided' }],
  });
});

// Contract: LIVE-10
test('a void returns all of a charge, whatever amount the list has for it, and a refund only its own amount', async () => {
  const money = { amountMinor: 10_000, currency: 'HTG' } as const;
  const returnedBy = async (of: TransactionSummary) => {
    const api: RestApi = async () => assert.fail('with one charge there is nothing to look up');
    const [charge] = await withReturns(api, { charges: TWO.slice(0, 1), found: [of], paymentId: 9 }, log);
    return [charge?.returns?.left.amountMinor, charge?.returns?.items[0]?.money];
  };
  const voided = listed('3', 'ics_void', '100');
  const refunded: TransactionSummary = { ...voided, giveBack: 'refunded' };
  assert.deepEqual(await returnedBy({ ...voided, money }), [0, PAID]);
  assert.deepEqual(await returnedBy({ ...refunded, money }), [40_000, money]);
});

/** CyberSource's lookup of a void that follows a refund: the transactions that it links to. */
function voidLinkedTo(...ids: string[]): RestApi {
  const relatedTransactions = ids.map((id) => ({
    href: `https://api.example/tss/v2/transactions/${id}`,
    method: 'GET',
  }));
  return async () => ({ status: 200, body: { rootId: '1', _links: { relatedTransactions } } });
}

const REFUND_THEN_VOID = [listed('3', 'ics_credit', '100'), listed('4', 'ics_void', '100')];
const ONE = { charges: TWO.slice(0, 1), found: REFUND_THEN_VOID, paymentId: 9 };

// Contract: LIVE-10
test('a voided refund returned nothing, and the charge was not voided', async () => {
  // Regression: the charge counted as voided, and an open payment failed as cancelled.
  const [charge] = await withReturns(voidLinkedTo('3'), ONE, log);
  assert.equal(charge?.returns, undefined);
  const again = { ...ONE, found: [...REFUND_THEN_VOID, listed('5', 'ics_credit', '100')] };
  const [refunded] = await withReturns(voidLinkedTo('3'), again, log);
  assert.deepEqual(
    [refunded?.returns?.left.amountMinor, refunded?.returns?.items.map(({ providerRef }) => providerRef)],
    [30_000, ['5']],
  );
});

test('a void of the charge after a refund returns all of it', async () => {
  const [charge] = await withReturns(voidLinkedTo('1'), ONE, log);
  assert.equal(charge?.returns?.left.amountMinor, 0);
});

test('a void after a refund proves nothing if the transaction does not name the voided item', async () => {
  for (const links of [[], ['9'], ['1', '3']]) {
    await assert.rejects(withReturns(voidLinkedTo(...links), ONE, log), ProviderUnavailable, links.join());
  }
  const silent: RestApi = async () => ({ status: 404, body: {} });
  await assert.rejects(withReturns(silent, ONE, log), ProviderUnavailable);
});

/** A refund in the list with these amounts. */
function refundOf(amountDetails: Record<string, unknown>): TransactionSummary {
  const summary = readSummary({
    id: '3',
    submitTimeUtc: '2026-01-01T00:00:00Z',
    clientReferenceInformation: { code: '9' },
    applicationInformation: { applications: [{ name: 'ics_credit', reasonCode: '100' }] },
    orderInformation: { amountDetails },
  });
  if (!summary) throw new Error('the summary cannot be read');
  return summary;
}

test('a refund of an unknown amount or currency is read again, and decides nothing while it is unknown', async () => {
  // Regression: it counted as a refund of the whole charge.
  const detailed = (amountDetails: Record<string, unknown>): RestApi => {
    return async () => ({ status: 200, body: { orderInformation: { amountDetails } } });
  };
  for (const listedMoney of [{}, { totalAmount: '200.00', currency: 'EUR' }]) {
    const given = { charges: TWO.slice(0, 1), found: [refundOf(listedMoney)], paymentId: 9 };
    const [charge] = await withReturns(detailed({ totalAmount: '200.00', currency: 'HTG' }), given, log);
    assert.equal(charge?.returns?.left.amountMinor, 30_000);
    await assert.rejects(withReturns(detailed(listedMoney), given, log), ProviderUnavailable);
  }
});
