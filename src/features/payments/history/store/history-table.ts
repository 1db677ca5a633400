import type { Actor } from '../../../../core/actor.ts';
import type { Exchange, HistoryEntry, HistoryKind, StepFacts, StepName } from '../../../../core/payment-history.ts';
import { bigint, tableOf, text } from '../../../../database/table.ts';

/** A row of the history. */
interface HistoryRow {
  readonly paymentId: number;
  readonly atUs: number;
  readonly id: string;
  readonly kind: HistoryKind;
  /** The name of the step or of the operation, or `note`. */
  readonly what: string;
  /** The rest of the entry as JSON. */
  readonly details: string;
}

/** The columns of the payment history. */
export const PAYMENT_HISTORY = tableOf<HistoryRow>('payment_history', {
  paymentId: bigint('payment_id'),
  atUs: bigint('at_us'),
  id: text('id'),
  kind: text('kind'),
  what: text('what'),
  details: text('details'),
});

/** The row for an entry. */
export function historyRow(entry: HistoryEntry): HistoryRow {
  const { paymentId, atUs, id, kind } = entry;
  const place = { paymentId, atUs, id, kind };
  switch (entry.kind) {
    case 'step':
      return { ...place, what: entry.step.name, details: JSON.stringify(entry.step.facts ?? {}) };
    case 'asked':
    case 'told': {
      const { operation, ...details } = entry.exchange;
      return { ...place, what: operation, details: JSON.stringify(details) };
    }
    case 'note':
      return { ...place, what: 'note', details: JSON.stringify({ text: entry.text, author: entry.author }) };
  }
}

/** The entry in a row. */
export function historyEntry({ kind, what, details, ...place }: HistoryRow): HistoryEntry {
  const held: unknown = JSON.parse(details);
  switch (kind) {
    case 'step':
      return { ...place, kind, step: { name: what as StepName, facts: held as StepFacts } };
    case 'asked':
    case 'told':
      return { ...place, kind, exchange: { ...(held as Omit<Exchange, 'operation'>), operation: what } };
    case 'note':
      return { ...place, kind, ...(held as { text: string; author: Actor }) };
  }
}
