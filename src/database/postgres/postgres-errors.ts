import pg from 'pg';
import { DatabaseUnavailable, OutcomeUnknown } from '../database.ts';

/** The consequence of a failure for the connection and its transaction. */
export type PostgresFailure =
  /** The statement was at fault. The connection still works. */
  | 'statement'
  /** A conflict with another transaction: this one was rolled back, and may be retried. */
  | 'conflict'
  /** The connection or the server failed before the COMMIT was sent: certainly nothing was written. */
  | 'unavailable'
  /** The server takes no writes: it is a standby, was demoted, or was set read-only. Certainly nothing was written. */
  | 'read_only'
  /** The server itself does not know the transaction's outcome. */
  | 'unknown';

const READ_ONLY = '25006';
const CONFLICTS = ['40001', '40P01'];
/**
 * `statement_completion_unknown`, `transaction_resolution_unknown`: reported by databases that spread a transaction over several servers.
 */
const UNKNOWN = ['40003', '08007'];
/**
 * Failures of connections (08), of resources such as memory, disk or connections (53), a shutdown (57P), a time limit (57014, 55P03, 25P03,
 * 25P04), and failures of the operating system below the server (58).
 */
const UNAVAILABLE = /^(08|53|57P|57014|55P03|25P03|25P04|58)/;
/** The server ends a connection with these, whatever their code is. */
const ENDING_SEVERITIES = ['FATAL', 'PANIC'];

/**
 * Codes that a server reports only for a statement that it rolls back: faults of values and of schema rules (21, 22,
 * 23, 42), a server that takes no writes, a conflict, a cancellation. Only the code is compared, because a server
 * states the severity of an error in its own language.
 */
const OF_STATEMENTS = /^(21|22|23|25006|42|40001|40P01|57014)/;

/**
 * The consequence of a failure before the commit. Until a COMMIT is sent, the server rolls back by itself when a
 * connection ends.
 */
export function failureBeforeCommit(error: unknown): PostgresFailure {
  if (!(error instanceof Error)) return 'statement';
  if (error instanceof OutcomeUnknown) return 'unknown';
  if (error instanceof DatabaseUnavailable) return 'unavailable';
  const code = codeOf(error);
  if (!(error instanceof pg.DatabaseError)) {
    const isOfConnection =
      code === '' ? /timeout|terminated|closed|not queryable/i.test(error.message) : /^E[A-Z]+$/.test(code);
    // The work may throw errors that are not the driver's, and some of these also have a code.
    return CONFLICTS.includes(code) ? 'conflict' : isOfConnection ? 'unavailable' : 'statement';
  }
  if (UNKNOWN.includes(code)) return 'unknown';
  if (CONFLICTS.includes(code)) return 'conflict';
  if (code === READ_ONLY) return 'read_only';
  return UNAVAILABLE.test(code) || ENDING_SEVERITIES.includes(error.severity ?? '') ? 'unavailable' : 'statement';
}

/**
 * The consequence of a failed COMMIT. Only a conflict and a violated deferred constraint (class 23) prove that the
 * server rolled back. After any other failure the transaction may have happened.
 */
export function failureOfCommit(error: unknown): 'statement' | 'conflict' | 'unknown' {
  if (!(error instanceof pg.DatabaseError)) return 'unknown';
  const code = codeOf(error);
  if (CONFLICTS.includes(code)) return 'conflict';
  return code.startsWith('23') ? 'statement' : 'unknown';
}

/**
 * Whether a statement that is its own transaction may have been committed although it failed with this error. It was
 * not committed if it was never sent, or if the server reports an error of the statement itself, which it rolls back.
 * An error that ends the connection proves nothing. Errors of connections or of the system and internal errors prove
 * nothing either, because a proxy that has lost the server may report them.
 */
export function mayHaveCommitted(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return !/not queryable/.test((error as Error).message);
  const code = codeOf(error);
  return !OF_STATEMENTS.test(code) && (error.severity !== 'ERROR' || /^(08|57P|58|XX|40003)/.test(code));
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? '';
}
