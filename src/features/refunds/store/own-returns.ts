import type { Payment } from '../../../core/payment.ts';
import { holdOf, isRefundOver } from '../../../core/refund.ts';
import type { Database } from '../../../database/database.ts';
import type { MoneyReturn } from '../../../providers/provider.ts';
import { listRefundsOf } from './refunds.ts';

/**
 * Whether returned money of a payment is a refund of this gateway: by the provider's number, or by the amount of one that was sent and
 * whose number is not known yet. If it is a refund from the portal that has the same amount by chance, the next check reports it, when the
 * number is known. One that is an external refund already is none: its provider says more about it. A dispute is none, whatever its amount.
 */
export async function isOwnReturn(
  db: Pick<Database, 'query'>,
  payment: Pick<Payment, 'id'>,
  { providerRef, money, how }: MoneyReturn,
): Promise<boolean> {
  if (how === 'disputed' || how === 'dispute_lost') return false;
  const refunds = await listRefundsOf(db, payment.id);
  const [own, external] = [
    refunds.filter(({ kind }) => kind === 'gateway'),
    refunds.filter(({ kind }) => kind === 'external'),
  ];
  const isKnown = external.some((refund) => refund.providerRef === providerRef);
  return own.some((refund) =>
    refund.providerRef === null
      ? !isKnown &&
        !isRefundOver(refund.status) &&
        refund.askedAtUs !== null &&
        refund.amountMinor === money.amountMinor
      : refund.providerRef === providerRef,
  );
}

/**
 * Whether this gateway has refunded all of a payment, or may have: its provider then no longer shows it as paid. A refund counts from the
 * moment at which it is sent to the provider. One that a person has paid by hand counts only if it has the number of the payment
 * itself: the payment was cancelled in the provider's portal.
 */
export async function isRefundedInFull(db: Pick<Database, 'query'>, payment: Payment): Promise<boolean> {
  const refunds = await listRefundsOf(db, payment.id);
  const sent = refunds.filter(({ status, askedAtUs, providerRef }) => {
    const isCancelled = status === 'succeeded' && providerRef !== null && providerRef === payment.providerRef;
    return (askedAtUs !== null && holdOf(status) !== 'none') || isCancelled;
  });
  return sent.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === payment.amountMinor;
}
