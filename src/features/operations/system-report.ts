import type { PaymentMethod } from '../../core/payment.ts';
import type { Finding } from './finding.ts';

/** A gateway's report about itself, for its operators. */
export interface SystemReport {
  readonly version: string;
  readonly nodeVersion: string;
  /** The uptime of the responding process, seconds. */
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
  /** Why the time is not trusted; null when it is trusted. */
  readonly doubt: string | null;
  readonly providers: readonly {
    readonly method: PaymentMethod;
    /** `part`: some credentials are set, but not all. */
    readonly credentials: 'set' | 'part' | 'none';
    /** The names of the settings that are missing. */
    readonly missing: readonly string[];
    readonly openPayments: number;
    readonly lateChecks: number;
  }[];
  readonly deliveries: { readonly websites: number; readonly oldestDueAtUs: number | null };
  readonly receipts: { readonly waiting: number; readonly givenUp: number };
  /** The results of the quick checks of `peye doctor`. */
  readonly findings: readonly Finding[];
}
