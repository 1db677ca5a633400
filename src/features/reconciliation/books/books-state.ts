import type { Reader } from '../../../database/read-only-store.ts';
import { refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { isObject, parseObject } from '../../../platform/text/json-object.ts';
import { AUDIT_START } from '../../audit/audit.ts';
import { findAuditRow, listAuditRows, readAuditHead } from '../../audit/store/audit-log.ts';
import type { FoundFaults } from './fault-log.ts';
import { isKnownPayment, readLastPaymentId } from './store/payment-pages.ts';
import type { SumEntries } from './sum-tally.ts';

/** Increased when the format changes. */
const VERSION = 2;
/** The actions that show that the store was restored to an older state. */
const RESTORES = ['store.restore', 'charging.pause'] as const;

/**
 * The progress of a run through the payments, with its findings so far: everything that another run needs to continue.
 */
export interface BooksState {
  /** The store of the run, as it was when this progress was saved. */
  readonly store: StoreMark;
  /** Microseconds since 1970. */
  readonly startedAtUs: number;
  /** Payments after `afterId`, up to and including `throughId`, are still to be checked. */
  readonly afterId: number;
  readonly throughId: number;
  /** How many were checked. */
  readonly payments: number;
  readonly keptBefore: SumEntries;
  readonly counted: SumEntries;
  readonly faults: readonly FoundFaults[];
}

/** Identifies a store at a moment, and distinguishes it from other stores and from an older state of itself. */
export interface StoreMark {
  /** The hash of the first row of the audit log. */
  readonly first: string;
  /** The last row of the audit log: its position and hash. */
  readonly position: number;
  readonly hash: string;
  /** The newest payment; 0 when there was none. */
  readonly paymentId: number;
}

export async function readStoreMark(reader: Reader): Promise<StoreMark> {
  const { position, hash } = (await readAuditHead(reader)) ?? AUDIT_START;
  return { first: await hashAt(reader, 1), position, hash, paymentId: await readLastPaymentId(reader) };
}

/**
 * Whether only ordinary work has changed the store since a mark: it is the same store, its audit log continues from the
 * mark without a restore, and the newest payment of that time still exists.
 */
export async function isGoingOnFrom(reader: Reader, { first, position, hash, paymentId }: StoreMark): Promise<boolean> {
  if ((await hashAt(reader, 1)) !== first || (await hashAt(reader, position)) !== hash) return false;
  if ((await lastRestore(reader)) > position) return false;
  return paymentId === 0 || isKnownPayment(reader, paymentId);
}

/** The position in the audit log of the newest row which shows that the store was restored to an older state; 0 without one. */
export async function lastRestore(reader: Reader): Promise<number> {
  let last = 0;
  for (const action of RESTORES) {
    const [newest] = await listAuditRows(reader, { action, limit: 1 });
    last = Math.max(last, newest?.position ?? 0);
  }
  return last;
}

async function hashAt(reader: Reader, position: number): Promise<string> {
  return (await findAuditRow(reader, position))?.hash ?? AUDIT_START.hash;
}

export function stateText(state: BooksState): string {
  return JSON.stringify({ version: VERSION, ...state });
}

/** Reads a text that `stateText` wrote. Throws OperatorError for any other text. */
export function readState(text: string): BooksState {
  const state = parseObject(text);
  const numbers = ['startedAtUs', 'afterId', 'throughId', 'payments'];
  const lists = ['keptBefore', 'counted', 'faults'];
  const isState =
    isObject(state) &&
    state.version === VERSION &&
    isObject(state.store) &&
    numbers.every((name) => Number.isSafeInteger(state[name])) &&
    lists.every((name) => Array.isArray(state[name]));
  if (!isState) throw new OperatorError('invalid', 'state', refusal('booksState'));
  return state as unknown as BooksState;
}
