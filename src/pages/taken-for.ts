import type { Payment } from '../domain/payment.ts';
import { hasPaidAfterFailure } from '../storage/discrepancies.ts';
import type { PagesDeps } from './pages-deps.ts';

/**
 * What was taken from the customer of a failed payment: surely nothing; perhaps something, nobody knows; or money that came
 * after its end.
 */
export type Taken = 'nothing' | 'perhaps' | 'late';

/** Nobody who was charged, or may have been, is told that they paid nothing. */
export async function takenFor(
  { db, providerFor }: Pick<PagesDeps, 'db' | 'providerFor'>,
  { id, status, failureReason, mode, method }: Payment,
): Promise<Taken> {
  if (status !== 'failed') return 'perhaps';
  if (await hasPaidAfterFailure(db, id)) return 'late';
  // Another amount than the one asked for was paid.
  if (failureReason === 'amount_mismatch') return 'perhaps';
  return providerFor(mode, method)?.isFailureSure ? 'nothing' : 'perhaps';
}
