import { OperatorError } from '../domain/operator-error.ts';
import { printable } from '../lib/printable.ts';
import { ConfigError } from '../lib/settings-reader.ts';
import type { RefusalId } from '../messages/refusals/refusal-messages.ts';
import { DatabaseRefused, DatabaseUnavailable, OutcomeUnknown, SchemaMovedOn } from '../storage/database.ts';

/** A command failed for a reason that people understand. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** What the command exits with. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** One line for what is expected to go wrong, without a stack trace; only what nobody expected comes with one. */
export function failureText(error: unknown): string {
  const isSentence = [CommandFailure, ConfigError, DatabaseRefused, SchemaMovedOn].some(
    (kind) => error instanceof kind,
  );
  if (isSentence) return oneLine((error as Error).message);
  if (error instanceof OperatorError) return oneLine(operatorErrorText(error));
  if (error instanceof DatabaseUnavailable) return `the store cannot be reached: ${oneLine(reasonOf(error))}`;
  if (error instanceof OutcomeUnknown) {
    return 'the store did not confirm the commit. Look whether the change was made before you try again.';
  }
  if (!(error instanceof Error)) return `unexpected failure: ${String(error)}`;
  const { code, syscall, severity } = error as Error & { code?: string; syscall?: string; severity?: string };
  if (severity !== undefined || code === 'ERR_SQLITE_ERROR') return `the store refused: ${oneLine(error.message)}`;
  if (syscall !== undefined) return oneLine(error.message);
  const lines = (error.stack ?? error.message).split('\n');
  return `unexpected failure: ${lines.map(printable).join('\n')}`;
}

/** PostgreSQL's word for a role that may not do something. */
const NOT_PERMITTED = '42501';

/** What to do about a store that does not serve, where that can be told; undefined for every other failure. */
export function remedyOf(error: unknown): string | undefined {
  if ((error as { code?: string } | undefined)?.code === NOT_PERMITTED) {
    return 'The role of DATABASE_URL must own its database: docs/postgresql.md.';
  }
  if (!(error instanceof DatabaseUnavailable) || error.cause === undefined) return undefined;
  if (error instanceof SchemaMovedOn) return undefined;
  // It says so itself.
  if (error.message.includes('DATABASE_')) return undefined;
  const isEmbedded = (error.cause as { code?: string }).code === 'ERR_SQLITE_ERROR';
  if (!isEmbedded) return 'Check DATABASE_URL, and that the server runs.';
  return /full/.test(error.message) ? 'Make room where DATA_DIR is.' : 'peye doctor looks at DATA_DIR.';
}

/** Which command shows what there is, where something was not found. */
const LISTED_BY: Readonly<Record<string, string>> = {
  website_id: '`peye websites list` shows them all.',
  key_id: '`peye keys list --website ID` shows those of a website.',
  link: '`peye links list` shows the newest.',
  transaction_id: '`peye payments list` shows the newest.',
  delivery_id: '`peye deliveries list` shows the newest.',
  discrepancy_id: '`peye discrepancies list --all` shows them.',
  position: '`peye audit list` shows the newest.',
  user_id: '`peye users list` shows them all.',
  subscription_id: '`peye subscriptions list` shows the newest.',
};

/** Sentences that do not name their field: a form shows them next to it. */
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

/** A verb's message, which follows `peye:` here. */
function operatorErrorText({ code, field, message, refusal }: OperatorError): string {
  const sentence = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  const text = FOR_ANY_FIELD.includes(refusal.id) ? `${field}: ${sentence}` : sentence;
  const listedBy = code === 'not_found' ? LISTED_BY[field] : undefined;
  return listedBy === undefined ? text : `${text} ${listedBy}`;
}

/** Of a host name with several addresses, Node reports one failure each and no message of its own. */
function reasonOf(error: Error): string {
  if (error.cause instanceof AggregateError) {
    return error.cause.errors.map((each: Error) => each.message).join('; ');
  }
  return error.message || (error.cause as { code?: string } | undefined)?.code || 'no reason was given';
}

function oneLine(text: string): string {
  return printable(text.trim().replaceAll(/\s*\n\s*/g, ' '));
}
