import type { SecureAcceptanceState } from './state.ts';
import type { Transaction } from './transactions.ts';

/** How a merchant returns the money of a charge in the Business Center. */
export const FOLLOW_ONS = { refund: 'ics_credit', void: 'ics_void', reversal: 'ics_auth_reversal' } as const;

export interface FollowOn {
  readonly kind: keyof typeof FOLLOW_ONS;
  /** The amount of a refund; all of the charge when absent. A void and a reversal return all of the charge, and name no amount. */
  readonly amountMinor?: number;
  /** The currency of a refund, when it is not the charge's. */
  readonly currency?: 'HTG' | 'USD';
  /** The merchant reference that was typed in place of the charge's own. */
  readonly reference?: string;
  /** Whether the bank or the processor has rejected it: then no money has moved. */
  readonly isRejected?: boolean;
}

/**
 * Adds a transaction that follows a charge, or the void of a refund before it reaches the bank. Throws when there is no such transaction,
 * or a refund is larger than the charge.
 */
export function followOn({ transactions }: SecureAcceptanceState, id: string, given: FollowOn): Transaction {
  const charge = transactions.find(id);
  const { kind, isRejected = false } = given;
  const isVoidedRefund = kind === 'void' && charge !== undefined && isRefund(charge);
  if (!charge || (charge.status !== 'paid' && !isVoidedRefund)) throw new Error(`${id} is no charge`);
  const takenMinor = charge.approvedMinor ?? charge.amountMinor;
  const amountMinor = kind === 'refund' ? (given.amountMinor ?? takenMinor) : null;
  const currency = given.currency ?? charge.currency;
  if (amountMinor !== null && currency === charge.currency && amountMinor > takenMinor)
    throw new Error('a refund is at most the charge');
  return transactions.add({
    reference: given.reference ?? charge.reference,
    amountMinor: amountMinor ?? 0,
    currency,
    approvedMinor: null,
    cardNumber: charge.cardNumber,
    applications: [
      {
        name: FOLLOW_ONS[kind],
        reasonCode: isRejected ? '233' : '100',
        rMessage: isRejected ? 'General decline by the processor.' : 'Request was processed successfully.',
      },
    ],
    token: null,
    status: null,
    rootId: charge.rootId ?? id,
    parentId: id,
  });
}

/** Whether a transaction is an accepted refund. */
function isRefund({ applications }: Transaction): boolean {
  return applications.some(({ name, reasonCode }) => name === FOLLOW_ONS.refund && reasonCode === '100');
}
