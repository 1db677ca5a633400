import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readResult } from '../../../src/providers/lakaypay_card/results.ts';
import { readSummary } from '../../../src/providers/lakaypay_card/transaction-summary.ts';

const DECISIONS: readonly (readonly [decision: string | undefined, reasonCode: string | undefined, meaning: string])[] =
  [
    ['ACCEPT', '100', 'paid'],
    ['ACCEPT', '110', 'partial'],
    ['ACCEPT', '999', 'unknown'],
    ['ACCEPT', undefined, 'unknown'],
    ['REVIEW', '480', 'review'],
    ['REVIEW', '201', 'review'],
    ['DECLINE', '202', 'failed: expired_card'],
    ['DECLINE', '203', 'failed: declined'],
    ['DECLINE', '204', 'failed: insufficient_balance'],
    ['DECLINE', '210', 'failed: declined'],
    ['DECLINE', '476', 'failed: declined'],
    ['DECLINE', '102', 'failed: provider_error'],
    ['DECLINE', undefined, 'failed: declined'],
    ['CANCEL', undefined, 'failed: cancelled'],
    ['ERROR', '101', 'failed: provider_error'],
    ['ERROR', '102', 'failed: provider_error'],
    ['ERROR', '104', 'unknown'],
    ['ERROR', '150', 'unknown'],
    ['ERROR', '151', 'unknown'],
    ['ERROR', '152', 'unknown'],
    ['ERROR', undefined, 'unknown'],
    ['accept', '100', 'unknown'],
    ['PONDERED', '100', 'unknown'],
    [undefined, '100', 'unknown'],
  ];

for (const [decision, reasonCode, meaning] of DECISIONS) {
  test(`${decision} ${reasonCode} is ${meaning}`, () => assert.equal(words(readResult(decision, reasonCode)), meaning));
}

/** Services of a transaction, as `name code`, and the result that they mean. */
const TRANSACTIONS: readonly (readonly [services: string, meaning: string])[] = [
  ['ics_auth 100, ics_bill 100', 'paid'],
  ['ics_bill 100', 'paid'],
  ['ics_pa_validate 100, ics_auth 100, ics_bill 100, ics_pay_subscription_create 100', 'paid'],
  ['ics_auth 100, ics_bill 100, ics_pay_subscription_create 102', 'paid'],
  ['ics_auth 100', 'unknown'],
  ['ics_auth 110', 'partial'],
  ['ics_auth 110, ics_bill 100', 'partial'],
  ['ics_auth 100, ics_decision 480', 'review'],
  ['ics_auth 100, ics_decision 481', 'failed: declined'],
  ['ics_auth 202', 'failed: expired_card'],
  ['ics_auth 203', 'failed: declined'],
  ['ics_auth 204', 'failed: insufficient_balance'],
  ['ics_auth 102', 'failed: provider_error'],
  ['ics_auth 100, ics_bill 203', 'failed: declined'],
  ['ics_auth 104', 'none'],
  ['ics_auth 150', 'unknown'],
  ['ics_auth 151', 'unknown'],
  ['ics_auth 100, ics_bill 152', 'unknown'],
  ['ics_auth 999', 'unknown'],
  ['ics_auth undefined', 'unknown'],
  ['ics_credit 100', 'none'],
  ['ics_void 100', 'none'],
  ['ics_pa_enroll 475', 'none'],
  ['', 'none'],
];

for (const [services, meaning] of TRANSACTIONS) {
  test(`a transaction of ${services || 'no services'} is ${meaning}`, () => {
    const applications = services
      .split(', ')
      .filter((service) => service !== '')
      .map((service) => service.split(' '))
      .map(([name, reasonCode]) => ({ name, ...(reasonCode !== 'undefined' && { reasonCode }) }));
    const summary = readSummary({
      id: '7000000000000000000001',
      submitTimeUtc: '2026-01-01T00:00:00Z',
      applicationInformation: { applications },
    });
    assert.equal(words(summary?.result), meaning);
  });
}

test('times are read with a Z, with an offset that has no colon, and without a zone', () => {
  for (const submitTimeUtc of ['2026-01-01T00:00:05Z', '2026-01-01T00:00:05+0000', '2026-01-01T00:00:05']) {
    assert.equal(readSummary({ id: '1', submitTimeUtc })?.atUs, Date.UTC(2026, 0, 1, 0, 0, 5) * 1000);
  }
});

test('a value that is not a transaction is ignored', () => {
  for (const value of [null, [], 'x', 7, {}, { id: 7, submitTimeUtc: '2026-01-01T00:00:00Z' }, { id: '1' }]) {
    assert.equal(readSummary(value), undefined);
  }
});

function words(result: ReturnType<typeof readResult> | undefined): string {
  if (!result) return 'none';
  return result.kind === 'failed' ? `failed: ${result.failureReason}` : result.kind;
}
