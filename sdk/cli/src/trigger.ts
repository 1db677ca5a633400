import type { FailureReason } from '../../typescript/src/index.ts';
import { clientOf, connectionOf, type Given, requireTestKey, text, usage } from './given.ts';
import { printResult } from './output.ts';
import { create, readAmount } from './payments.ts';

const OUTCOMES = ['payment.success', 'payment.failed'];

/** Each is here, so that a wrong one is refused before a payment is created. */
const REASONS: Readonly<Record<FailureReason, true>> = {
  insufficient_balance: true,
  declined: true,
  cancelled: true,
  expired: true,
  expired_card: true,
  provider_error: true,
  amount_mismatch: true,
};

/** `peye trigger EVENT [ID]`: completes or fails a test payment, which it creates without an ID. */
export async function trigger({ values, args }: Given): Promise<void> {
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
  const failure_reason = (reason ?? 'declined') as FailureReason;
  const payment = await (outcome === 'payment.success' ? complete(id) : fail(id, { failure_reason }));
  printResult(values, payment, () => `Payment ${id} is now ${payment.status}. Event: ${outcome}.`);
}
