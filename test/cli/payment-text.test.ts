import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentText } from '../../src/cli/payment-text.ts';
import type { ReceiptRecord } from '../../src/features/receipts/store/receipts.ts';
import { testPayment } from '../support/store.ts';

const AT_US = Date.parse('2027-03-01T12:00:00Z') * 1000;
const PENDING: ReceiptRecord = { status: 'pending', attempts: 0, nextAttemptAtUs: AT_US, error: null, endedAtUs: null };
const ENDED = { nextAttemptAtUs: null, endedAtUs: AT_US };

test('the receipt of a payment is shown with its next attempt, or with how it ended', () => {
  const payment = testPayment({ websiteId: 'web_1', apiKeyId: 'key_1' });
  const shown = (receipt: ReceiptRecord | undefined) => {
    const text = paymentText(
      payment,
      { discrepancies: [], receipt, history: undefined },
      { isLocal: false, evidence: new Map() },
    );
    return /^Receipt by e-mail +(.*)$/m.exec(text)?.[1];
  };
  const at = '2027-03-01T12:00:00.000000Z';
  assert.equal(shown(undefined), undefined);
  assert.equal(shown(PENDING), `waiting for attempt 1, ${at}`);
  assert.equal(shown({ ...PENDING, attempts: 2, error: 'ECONNECTION' }), `waiting for attempt 3 (ECONNECTION), ${at}`);
  assert.equal(shown({ ...PENDING, ...ENDED, status: 'sent', attempts: 1 }), `sent ${at}`);
  const failed = { ...PENDING, ...ENDED, attempts: 16, error: 'ETIMEDOUT' };
  assert.equal(shown({ ...failed, status: 'given_up' }), 'failed after 16 attempts (ETIMEDOUT)');
  assert.equal(shown({ ...failed, status: 'dropped', error: 'switched off' }), 'not sent (switched off)');
});
