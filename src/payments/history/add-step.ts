import type { Step } from '../../domain/payment-history.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/new-id.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertStep } from '../../storage/payments/history/write-history.ts';
import { MOST_ENTRIES } from './record-history.ts';

/** Writes a customer's step in the same transaction as its effect: both are stored, or neither. */
export function addStep(tx: Transaction, clock: Clock, paymentId: number, step: Step): Promise<void> {
  const entry = { kind: 'step', paymentId, atUs: Math.floor(clock()), id: newId('hst'), step } as const;
  return insertStep(tx, entry, MOST_ENTRIES);
}
