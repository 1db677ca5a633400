import type { Transaction } from '../../../database/database.ts';

/** The changes after a provider's report; absent fields stay as they are. */
export interface ProviderNews {
  readonly providerData?: string | null | undefined;
  readonly providerRef?: string | null | undefined;
  readonly expiresAtUs?: number | undefined;
  /** When the payment is checked next, whatever was planned. */
  readonly nextCheckAtUs?: number | undefined;
  /**
   * The latest time for the next check of the payment: an earlier check stays, unless it is the end of the lease in
   * `leaseUntilUs`.
   */
  readonly checkByUs?: number | undefined;
  /** The lease of the worker that claimed the payment. This update ends the lease. */
  readonly leaseUntilUs?: number | undefined;
}

/** Stores what a provider reported about a payment that is still open. */
export async function updateProviderData(tx: Transaction, id: number, news: ProviderNews): Promise<void> {
  const { providerData, providerRef, expiresAtUs, nextCheckAtUs, checkByUs, leaseUntilUs } = news;
  await tx.query(
    `UPDATE payments SET provider_data = COALESCE($2, provider_data), provider_ref = COALESCE($3, provider_ref),
       expires_at_us = COALESCE($4, expires_at_us), next_check_at_us = COALESCE($5,
         CASE WHEN $6 < next_check_at_us OR next_check_at_us = $7 THEN COALESCE($6, next_check_at_us)
           ELSE next_check_at_us END)
      WHERE id = $1 AND next_check_at_us IS NOT NULL`,
    [
      id,
      ...[providerData, providerRef, expiresAtUs, nextCheckAtUs, checkByUs, leaseUntilUs].map((value) => value ?? null),
    ],
  );
}
