import { clientOf, connectionOf,             requireTestKey, text, usage } from './given.js';
import { printResult } from './output.js';
import { create, readAmount } from './payments.js';

const OUTCOMES = ['payment.success', 'payment.failed'];

const REASONS                                        = {
  insufficient_balance: true,
  declined: true,
  cancelled: true,
  expired: true,
  expired_card: true,
  provider_error: true,
  amount_mismatch: true,
};

export async function trigger({ values, args }       )                {
  const [outcome = '', existing] = args;
  if (!OUTCOMES.includes(outcome)) throw usage(`the event is one of ${OUTCOMES.join(', ')}`);
  const reason = text(values, 'failure-reason');
  if (reason !== undefined && outcome === 'payment.success') throw usage('--failure-reason is for payment.failed only');
  if (reason !== undefined && !Object.hasOwn(REASONS, reason)) {
    throw usage(`a failure reason is one of ${Object.keys(REASONS).join(', ')}`);
  }
  const connection = connectionOf(values);
  requireTestKey(connection, 'trigger');
  const peye = clientOf(connection);
  const id =
    existing ??
    (
      await create(peye, {
        amount: readAmount(text(values, 'amount') ?? '500'),
        currency: 'HTG',
        payment_method: text(values, 'method') ?? 'moncash',
        customer_name: 'Test customer',
        reference: text(values, 'reference') ?? 'peye-trigger',
      })
    ).transaction_id;
  const { complete, fail } = peye.testHelpers;
  const failure_reason = (reason ?? 'declined')                 ;
  const payment = await (outcome === 'payment.success' ? complete(id) : fail(id, { failure_reason }));
  printResult(values, payment, () => `Payment ${id} is now ${payment.status}. Event: ${outcome}.`);
}
