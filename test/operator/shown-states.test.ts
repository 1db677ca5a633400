import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import type { StepName } from '../../src/core/payment-history.ts';
import type { DiscrepancyKind } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { type Evidence, type ShownState, shownState } from '../../src/features/payments/shown-state.ts';

type Case = readonly [
  Partial<Payment>,
  readonly StepName[],
  ShownState,
  kinds?: readonly DiscrepancyKind[],
  besides?: Partial<Evidence>,
];

const open = { status: 'processing', method: 'moncash', subscriptionId: null, failureReason: null } as const;

/** What a person reads about a payment, by its row, the customer's steps and its discrepancies. */
const CASES: readonly Case[] = [
  [{}, [], 'not_opened'],
  [{}, ['previewed'], 'not_opened'],
  [{}, ['opened'], 'waiting_customer'],
  [{}, ['previewed', 'opened', 'number_given', 'entry_refused'], 'waiting_customer'],
  [{}, ['opened', 'sent_to_provider'], 'waiting_moncash'],
  [{}, ['opened', 'sent_to_provider', 'opened'], 'waiting_moncash'],
  [{}, ['opened', 'sent_to_provider', 'returned'], 'waiting_moncash'],
  [{ method: 'natcash' }, ['number_given', 'submitted', 'previewed'], 'waiting_natcash'],
  [{ method: 'lakaypay_card' }, ['opened', 'submitted'], 'waiting_card'],
  [{ method: 'card', status: 'pending' }, [], 'not_opened'],
  [{ method: 'card', status: 'pending' }, ['opened', 'submitted', 'authentication_asked'], 'waiting_customer'],
  [{ method: 'card' }, [], 'waiting_card'],
  [{ method: 'lakaypay_card', subscriptionId: 'sub_1' }, [], 'waiting_card'],
  [{ status: 'completed' }, ['opened'], 'completed'],
  [{ status: 'completed' }, [], 'twice', ['paid_twice']],
  [{ status: 'failed', failureReason: 'expired' }, [], 'expired'],
  [{ status: 'failed', failureReason: 'cancelled' }, ['opened', 'cancelled'], 'cancelled'],
  [{ status: 'failed', failureReason: 'declined' }, [], 'declined', ['still_open']],
  [{ status: 'failed', failureReason: 'expired' }, [], 'late', ['paid_after_failure']],
  // The provider reported that the money went back.
  [{ status: 'completed' }, [], 'returned', ['returned_after_completion', 'paid_twice']],
  [{ status: 'completed' }, [], 'completed', ['disputed']],
  [{ status: 'completed' }, [], 'completed', ['paid_twice'], { returnedKinds: ['paid_twice'] }],
  [
    { status: 'failed', failureReason: 'expired' },
    [],
    'late_returned',
    ['paid_after_failure'],
    { returnedKinds: ['paid_after_failure'] },
  ],
  // Older steps may have been deleted: only what the remaining ones prove.
  [{}, [], 'unfinished', [], { isIncomplete: true }],
  [{}, ['opened'], 'unfinished', [], { isIncomplete: true }],
  [{}, ['returned', 'opened'], 'waiting_moncash', [], { isIncomplete: true }],
];

it('shows a state that recorded steps prove, and arrived money before other states', () => {
  for (const [row, steps, state, kinds = [], besides = {}] of CASES) {
    const payment = { ...open, ...row } as Payment;
    const label = JSON.stringify([row, steps, kinds]);
    const none = { returnedKinds: [], hasOpenDiscrepancy: false, isIncomplete: false };
    const found = { ...none, steps: steps.map((name) => ({ name })), kinds, ...besides };
    assert.equal(shownState(payment, found), state, label);
  }
});
