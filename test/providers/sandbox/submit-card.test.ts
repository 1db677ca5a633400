import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitCard } from '../../../src/providers/sandbox/submit-form.ts';
import { testPayment } from '../../support/store.ts';

test('a card is accepted until its month is over everywhere on earth, and for twenty years ahead', () => {
  const payment = testPayment({ websiteId: 'web_1', apiKeyId: 'key_1' }, { method: 'card' });
  const errorAt = (moment: string, expiry: string) => {
    const fields: Record<string, string> = { number: '4242 4242 4242 4242', expiry, cvc: '123', name: 'Marie Joseph' };
    const submission = { field: (name: string) => fields[name] ?? '', nowUs: Date.parse(moment) * 1000 };
    const decision = submitCard(payment, { ...submission, state: { step: 'start', kept: {}, errors: {} } });
    return decision.kind === 'ask' ? decision.state.errors.expiry : decision.kind;
  };
  for (const expiry of ['02/27', '2/2027', '0227', '02-27']) {
    assert.equal(errorAt('2027-03-01T11:59:59Z', expiry), 'settle', expiry);
    assert.equal(errorAt('2027-03-01T12:00:00Z', expiry), 'expiryPast', expiry);
  }
  assert.equal(errorAt('2027-03-31T12:00:00Z', '03/47'), 'settle');
  for (const wrong of ['04/47', '00/30', '13/30', '3', '']) {
    assert.equal(errorAt('2027-03-31T12:00:00Z', wrong), 'expiryFormat', wrong);
  }
});
