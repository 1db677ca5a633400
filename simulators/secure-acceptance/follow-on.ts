import type { SecureAcceptanceState } from './state.ts';
import type { Transaction } from './transactions.ts';

/** How a merchant gives the money of a charge back in the Business Center. */
export const FOLLOW_ONS = { refund: 'ics_credit', void: 'ics_void', reversal: 'ics_auth_reversal' } as const;

export interface FollowOn {
  readonly kind: keyof typeof FOLLOW_ONS;
  /** Of a refund; all of the charge when absent. A void and a reversal return all of it, and name no amount. */
  readonly amountMinor?: number;
  /** The merchant reference that was typed in place of the charge's own. */
  readonly reference?: string;
  /** The bank or the processor did not accept it: no money has moved. */
  readonly isRejected?: boolean;
}

/** Adds a transaction that follows a charge. Throws when there is no such charge, or a refund is larger than the charge. */
export function followOn({ transactions }: SecureAcceptanceState, chargeId: string, given: FollowOn): Transaction {
  const charge = transactions.find(chargeId);
  const { kind, isRejected = false } = given;
  if (charge?.status !== 'paid') throw new Error(`${chargeId} is no charge`);
  const takenMinor = charge.approvedMinor ?? charge.amountMinor;
  const amountMinor = kind === 'refund' ? (given.amountMinor ?? takenMinor) : null;
  if (amountMinor !== null && amountMinor > takenMinor) throw new Error('a refund is at most the charge');
  return transactions.add({
    reference: given.reference ?? charge.reference,
    amountMinor: amountMinor ?? 0,
    currency: charge.currency,
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
    rootId: chargeId,
  });
}
