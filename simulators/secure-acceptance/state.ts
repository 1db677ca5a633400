import type { SimulatedCall } from '../simulator.ts';
import type { SecureAcceptanceFaults } from './faults.ts';
import type { Notifier } from './notifier.ts';
import type { Profile } from './profile.ts';
import type { Fields } from './sign-fields.ts';
import type { Transactions } from './transactions.ts';

/** What all parts of the simulator share. */
export interface SecureAcceptanceState {
  readonly now: () => number;
  readonly profile: Profile;
  readonly faults: SecureAcceptanceFaults;
  readonly transactions: Transactions;
  readonly notifier: Notifier;
  /** Forms whose page is open, by the session that the page carries. */
  readonly sessions: Map<string, { readonly fields: Fields; readonly openedAtMs: number }>;
  /** When each transaction_uuid was last used for a card. */
  readonly usedUuids: Map<string, number>;
  /** Stored cards by their token. */
  readonly tokens: Map<string, { readonly cardNumber: string }>;
  readonly calls: AcceptanceCall[];
}

/** A call of the REST API that has arrived, whatever its outcome. */
export interface AcceptanceCall extends SimulatedCall {
  readonly operation: 'search' | 'transaction' | 'payment' | 'refund' | 'void';
  /** The query, the transaction or the reference that it names; for a refund or a void, the charge. */
  readonly subject: string | null;
  /** Why it was refused with 401; null when it was not. */
  readonly refusal: string | null;
}
