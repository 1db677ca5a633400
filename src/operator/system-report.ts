import type { PaymentMethod } from '../domain/payment.ts';
import type { Finding } from './finding.ts';

/** What a gateway says of itself, for those who run it. */
export interface SystemReport {
  readonly version: string;
  readonly nodeVersion: string;
  /** Of the process that answers, seconds. */
  readonly uptimeSeconds: number;
  readonly roles: readonly string[];
  readonly processes: number | 'auto';
  readonly redis: 'not_set' | 'ready' | 'unavailable';
  readonly engine: 'sqlite' | 'postgres';
  readonly storeBytes: number;
  /** The newest migration that has run. */
  readonly schema: number;
  /** How many of this version's migrations have not run. */
  readonly pendingMigrations: number;
  /** Why the time is in doubt; null when it is certain. */
  readonly doubt: string | null;
  readonly providers: readonly {
    readonly method: PaymentMethod;
    /** `part`: some credentials are set, and not all. */
    readonly credentials: 'set' | 'part' | 'none';
    /** The names of the settings that are missing. */
    readonly missing: readonly string[];
    readonly openPayments: number;
    readonly lateChecks: number;
  }[];
  readonly deliveries: { readonly websites: number; readonly oldestDueAtUs: number | null };
  readonly receipts: { readonly waiting: number; readonly givenUp: number };
  /** What the quick checks of `peye doctor` say. */
  readonly findings: readonly Finding[];
}
