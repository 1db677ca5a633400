import type { Transaction } from '../database.ts';

/** Holds a payment as it is until the transaction ends. False when there is none any more. */
export async function holdPayment(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.query('UPDATE payments SET mode = mode WHERE id = $1 RETURNING id', [id])).length > 0;
}
