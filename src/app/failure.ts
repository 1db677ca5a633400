import { DatabaseRefused, DatabaseUnavailable, OutcomeUnknown, SchemaMovedOn } from '../database/database.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import type { RefusalId } from '../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { ConfigError } from '../platform/settings-reader.ts';
import { printable } from '../platform/text/printable.ts';

/** One line without a stack trace for expected errors; unexpected errors include the stack trace. */
export function failureText(error: unknown): string {
  const isSentence = [CommandFailure, ConfigError, DatabaseRefused, SchemaMovedOn].some(
    (kind) => error instanceof kind,
  );
  if (isSentence) return oneLine((error as Error).message);
  if (error instanceof OperatorError) return oneLine(operatorErrorText(error));
  if (error instanceof DatabaseUnavailable) return `the database is unavailable: ${oneLine(reasonOf(error))}`;
  if (error instanceof OutcomeUnknown) {
    return 'the database did not confirm the change. Check whether it took effect before you retry.';
  }
  if (!(error instanceof Error)) return `unexpected failure: ${String(error)}`;
  const { code, syscall, severity } = error as Error & { code?: string; syscall?: string; severity?: string };
  if (severity !== undefined || code === 'ERR_SQLITE_ERROR') return `the database refused: ${oneLine(error.message)}`;
  if (syscall !== undefined) return oneLine(error.message);
  const lines = (error.stack ?? error.message).split('\n');
  return `unexpected failure: ${lines.map(printable).join('\n')}`;
}

/** PostgreSQL's code for insufficient privilege. */
const NOT_PERMITTED = '42501';

/** The remedy for an unavailable store, if it is known; undefined for every other failure. */
export function remedyOf(error: unknown): string | undefined {
  if ((error as { code?: string } | undefined)?.code === NOT_PERMITTED) {
    return 'The role of DATABASE_URL must own its database: docs/postgresql.md.';
  }
  if (!(error instanceof DatabaseUnavailable) || error.cause === undefined) return undefined;
  if (error instanceof SchemaMovedOn) return undefined;
  // The message contains the remedy.
  if (error.message.includes('DATABASE_')) return undefined;
  const isEmbedded = (error.cause as { code?: string }).code === 'ERR_SQLITE_ERROR';
  if (!isEmbedded) return 'Check DATABASE_URL, and that the server is running.';
  return /full/.test(error.message) ? 'Free disk space for DATA_DIR.' : 'To check DATA_DIR, run peye doctor.';
}

/** The command that lists the existing items when an item was not found. */
const LISTED_BY: Readonly<Record<string, string>> = {
  website_id: 'To list websites: `peye websites list`',
  key_id: 'To list the keys of a website: `peye keys list --website ID`',
  link: 'To list links: `peye links list`',
  checkout_session: 'To list checkout sessions: `peye checkout-sessions list`',
  refund: 'To list refunds: `peye refunds list`',
  transaction_id: 'To list payments: `peye payments list`',
  delivery_id: 'To list webhooks: `peye deliveries list`',
  payout_id: 'To list payouts: `peye payouts list`',
  discrepancy_id: 'To list discrepancies: `peye discrepancies list --all`',
  position: 'To list changes: `peye audit list`',
  user_id: 'To list users: `peye users list`',
  subscription_id: 'To list subscriptions: `peye subscriptions list`',
};

/** Sentences that do not name their field, because a form shows them next to it. */
const FOR_ANY_FIELD: readonly RefusalId[] = [
  'lengthRange',
  'lengthAtMost',
  'oneOf',
  'numberRange',
  'amountRange',
  'amountAtLeast',
  'twoDecimals',
  'waitRange',
  'linkExpiryTooLate',
  'linkExpiryPast',
  'linkNotifyEmail',
  'testClockTooLate',
];

/** The message of a verb, adapted to follow `peye:`. */
function operatorErrorText({ code, field, message, refusal }: OperatorError): string {
  const sentence = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  const text = FOR_ANY_FIELD.includes(refusal.id) ? `${field}: ${sentence}` : sentence;
  const listedBy = code === 'not_found' ? LISTED_BY[field] : undefined;
  return listedBy === undefined ? text : `${text} ${listedBy}`;
}

/** For a host name with several addresses, Node reports one error for each and no message. */
function reasonOf(error: Error): string {
  if (error.cause instanceof AggregateError) {
    return error.cause.errors.map((each: Error) => each.message).join('; ');
  }
  return error.message || (error.cause as { code?: string } | undefined)?.code || 'no reason given';
}

function oneLine(text: string): string {
  return printable(text.trim().replaceAll(/\s*\n\s*/g, ' '));
}
