import type { Step } from '../../../core/payment-history.ts';
import type { Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { newId } from '../../../platform/secrets/new-id.ts';
import { MOST_ENTRIES } from './record-history.ts';
import { insertStep } from './store/write-history.ts';

/** Writes a customer's step in the same transaction as its effect: both are stored, or neither. */
export function addStep(tx: Transaction, clock: Clock, paymentId: number, step: Step): Promise<void> {
  const entry = { kind: 'step', paymentId, atUs: Math.floor(clock()), id: newId('hst'), step } as const;
  return insertStep(tx, entry, MOST_ENTRIES);
}
