import { createHash } from 'node:crypto';
import { formatAmount, formatRate } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { KeptFor } from '../payments/store/old-payments.ts';

/** The name of the manifest in an archive's folder. It is written last, so a folder without it contains no archive. */
export const MANIFEST = 'manifest.json';
export const FORMAT = 'peye-archive-1';

const text = (value: string | number | null): string => (value === null ? '' : String(value));
const moment = (us: number | null): string => (us === null ? '' : formatTimestamp(us));

/**
 * Every column of an archive, with the function that returns its text. No value is rounded, and a missing value is
 * empty. Data that only a provider's adapter reads is omitted.
 */
const COLUMNS: Readonly<Record<string, (payment: Payment) => string>> = {
  transaction_id: ({ id }) => String(id),
  website_id: ({ websiteId }) => websiteId,
  key_id: ({ apiKeyId }) => apiKeyId,
  payment_method: ({ method }) => method,
  status: ({ status }) => status,
  failure_reason: ({ failureReason }) => text(failureReason),
  amount: ({ amountMinor }) => formatAmount(amountMinor),
  currency: ({ currency }) => currency,
  original_amount_usd: ({ originalAmountMinor }) =>
    originalAmountMinor === null ? '' : formatAmount(originalAmountMinor),
  exchange_rate: ({ rateE4 }) => (rateE4 === null ? '' : formatRate(rateE4)),
  reference: ({ reference }) => text(reference),
  description: ({ description }) => text(description),
  customer_name: ({ customerName }) => customerName,
  customer_email: ({ customerEmail }) => text(customerEmail),
  customer_phone: ({ customerPhone }) => text(customerPhone),
  metadata: ({ metadata }) => text(metadata),
  provider_ref: ({ providerRef }) => text(providerRef),
  recurring_interval: ({ recurringInterval }) => text(recurringInterval),
  recurring_interval_count: ({ recurringIntervalCount }) => text(recurringIntervalCount),
  subscription_id: ({ subscriptionId }) => text(subscriptionId),
  subscription_period: ({ subscriptionPeriod }) => text(subscriptionPeriod),
  created_at: ({ createdAtUs }) => formatTimestamp(createdAtUs),
  finished_at: ({ finishedAtUs }) => moment(finishedAtUs),
};

export const ARCHIVE_COLUMNS: readonly string[] = Object.keys(COLUMNS);

/** A payment as a row of an archive. */
export function archiveRow(payment: Payment): string[] {
  return Object.values(COLUMNS).map((cell) => cell(payment));
}

/** One file of an archive: CSV, compressed by gzip. */
export interface ArchiveFile {
  readonly name: string;
  readonly payments: number;
  readonly bytes: number;
  /** SHA-256 of the compressed file, in hex. */
  readonly sha256: string;
}

/** The sum of the payments of one website, method, status and currency. */
export interface ArchiveSum {
  readonly website_id: string;
  readonly payment_method: string;
  readonly status: string;
  readonly currency: string;
  readonly payments: number;
  /** With two decimals. */
  readonly amount: string;
}

/** The contents of an archive, and the proof that it is complete. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly made_at: string;
  /** Payments created before this UTC day. */
  readonly before: string;
  /** How many payments the archive holds. */
  readonly payments: number;
  /** How many payments created before that day stay in the store, by reason. */
  readonly kept: Readonly<Partial<Record<KeptFor, number>>>;
  /**
   * The number of payments by the store's own counts, which are stored separately from the payments. It equals
   * `payments` and `kept` together.
   */
  readonly counted: number;
  readonly sums: readonly ArchiveSum[];
  readonly columns: readonly string[];
  readonly files: readonly ArchiveFile[];
}

/** Adds up payments by website, method, status and currency, from the texts of their rows. */
export function archiveSums(): { add(row: readonly string[]): void; sums(): ArchiveSum[] } {
  const at = (name: string) => ARCHIVE_COLUMNS.indexOf(name);
  const [website, method, status, currency, amount] = [
    at('website_id'),
    at('payment_method'),
    at('status'),
    at('currency'),
    at('amount'),
  ];
  const found = new Map<string, { cells: string[]; payments: number; minor: bigint }>();
  return {
    add(row) {
      const cells = [website, method, status, currency].map((index) => row[index] ?? '');
      const name = JSON.stringify(cells);
      const sum = found.get(name) ?? { cells, payments: 0, minor: 0n };
      sum.payments++;
      sum.minor += BigInt((row[amount] ?? '').replace('.', ''));
      found.set(name, sum);
    },
    sums: () =>
      [...found.keys()].sort().map((name) => {
        const { cells, payments, minor } = found.get(name)!;
        const digits = String(minor).padStart(3, '0');
        return {
          website_id: cells[0] ?? '',
          payment_method: cells[1] ?? '',
          status: cells[2] ?? '',
          currency: cells[3] ?? '',
          payments,
          amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`,
        };
      }),
  };
}

/** In hex. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
