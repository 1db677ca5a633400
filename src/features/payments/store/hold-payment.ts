import type { Transaction } from '../../../database/database.ts';

/** Locks a payment until the transaction ends. False when it no longer exists. */
export async function holdPayment(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.query('UPDATE payments SET mode = mode WHERE id = $1 RETURNING id', [id])).length > 0;
}
