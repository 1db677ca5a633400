import type { Currency } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import { startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { newId } from '../../platform/secrets/secrets.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { type ChangeMaker, recordChange } from '../audit/store/record-change.ts';
import { insertEntries } from '../ledger/store/postings.ts';
import { refuseCurrency } from '../payments/method-refusal.ts';
import { requireWebsite } from '../websites/require-website.ts';
import type { StatementPayout } from './parse-statement.ts';
import { isOpenLine, type Payout, type PayoutLine, payoutEntries, type StatementLine } from './payout.ts';
import { payoutFacts } from './payout-json.ts';
import { bankFault, payoutReferenceFault } from './payout-rules.ts';
import type { FormatName } from './statement-formats.ts';
import { findLine, insertLines, reopenLines, reverseLines, saveLines } from './store/payout-lines.ts';
import { findPayout, insertPayout, lockPayout, markReversed } from './store/payouts.ts';

type Deps = ChangeMaker & { readonly db: Database };

const MAX_AMOUNT_MINOR = 100_000_000_000_00;

/** A payout as an operator records it. */
export interface PayoutByHand {
  readonly websiteId: string;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly bank: string;
  readonly currency: Currency;
  /** Days since 1970, in Haiti. */
  readonly paidOn: number;
  readonly grossMinor: number;
  readonly feeMinor: number;
}

/**
 * Records a payout to a bank account for the live payments of one website, without lines, and posts it. The same payout recorded twice is
 * one. Throws OperatorError for invalid fields, and if the method has another payout with this reference.
 */
export async function recordPayout(
  { db, clock, actor }: Deps,
  { paidOn, ...given }: PayoutByHand,
): Promise<{ payout: Payout; isNew: boolean }> {
  await requireWebsite(db, given.websiteId);
  refuseNames(given);
  const isAmount = (minor: number) => Number.isInteger(minor) && minor >= 0 && minor <= MAX_AMOUNT_MINOR;
  refuseField('gross', isAmount(given.grossMinor) && given.grossMinor > 0 ? undefined : refusal('payoutAmount'));
  refuseField('fee', isAmount(given.feeMinor) && given.feeMinor <= given.grossMinor ? undefined : refusal('payoutFee'));
  refuseCurrency(given.method, given.currency);
  return db.transaction(async (tx) => {
    const payout: Payout = {
      ...{
        ...given,
        id: newId('po'),
        netMinor: given.grossMinor - given.feeMinor,
        paidAtUs: startOfHaitiDayUs(paidOn),
      },
      ...{ lines: 0, fromUs: null, toUs: null, digest: null, createdAtUs: Math.floor(clock()), recordedBy: actor.name },
      ...NOT_REVERSED,
    };
    const other = await insertPayout(tx, payout);
    if (other) return { payout: sameOrConflict(other, isSame(other, payout)), isNew: false };
    await insertEntries(tx, payoutEntries(payout));
    const change = {
      subject: { kind: 'payout', id: payout.id },
      websiteId: payout.websiteId,
      after: payoutFacts(payout),
    } as const;
    await recordChange(tx, { actor, clock }, { action: 'payout.record', ...change });
    return { payout, isNew: true };
  });
}

function isSame(one: Payout, other: Payout): boolean {
  const names = ['websiteId', 'bank', 'currency', 'grossMinor', 'feeMinor', 'paidAtUs'] as const;
  return names.every((name) => one[name] === other[name]);
}

const NOT_REVERSED = { reversedAtUs: null, reversedBy: null, note: null };

function refuseNames({ bank, reference }: { readonly bank: string; readonly reference?: string | undefined }): void {
  refuseField('bank', bankFault(bank));
  refuseField('reference', reference === undefined ? undefined : payoutReferenceFault(reference));
}

function sameOrConflict(stored: Payout, isSamePayout: boolean): Payout {
  if (isSamePayout) return stored;
  const { reference, method } = stored;
  throw new OperatorError('conflict', 'reference', refusal('payoutConflict', { reference, method }));
}

/** A statement to import. `reference` and `paidOn` name the payout if the format's files do not. */
export interface StatementToImport {
  readonly bytes: Uint8Array;
  readonly method: PaymentMethod;
  readonly format: FormatName;
  readonly bank: string;
  readonly reference?: string | undefined;
  /** Days since 1970, in Haiti. */
  readonly paidOn?: number | undefined;
}

/** A payout of an imported statement; `isNew` is false if it was imported before. */
export interface ImportedPayout {
  readonly payout: Payout;
  readonly isNew: boolean;
}

/**
 * Stores the payouts of a statement with their lines, which a worker then matches. All or nothing: the same statement imported again, or twice
 * at once, changes nothing. Throws OperatorError for a statement that cannot be read, for a format of another method, and if the method has a
 * payout with the same reference and other lines.
 */
export async function importStatement({ db, clock, actor }: Deps, given: StatementToImport): Promise<ImportedPayout[]> {
  const { method, bank } = given;
  const parsed = await readStatementFile(given);
  return db.transaction(async (tx) => {
    const imported: ImportedPayout[] = [];
    for (const { lines, ...own } of parsed) {
      const payout: Payout = {
        ...{ ...own, id: newId('po'), method, bank, websiteId: null, lines: lines.length },
        ...{ createdAtUs: Math.floor(clock()), recordedBy: actor.name, ...NOT_REVERSED },
      };
      const other = await insertPayout(tx, payout);
      if (!other)
        await insertLines(
          tx,
          lines.map((line) => newLine(line, payout.id)),
        );
      const stored = other && sameStatement(other, payout);
      imported.push({ payout: stored ?? payout, isNew: !stored });
    }
    for (const { payout, isNew } of imported) {
      if (!isNew) continue;
      const change = { subject: { kind: 'payout', id: payout.id }, after: payoutFacts(payout) } as const;
      await recordChange(tx, { actor, clock }, { action: 'payout.record', ...change });
    }
    return imported;
  });
}

/** Reads a statement, with its payouts in a fixed order: two imports of the same payouts then never deadlock. Throws as `importStatement`. */
export async function readStatementFile(given: StatementToImport): Promise<StatementPayout[]> {
  const { method, format } = given;
  // A spreadsheet's CSV parser, which few processes need.
  const { parseStatement } = await import('./parse-statement.ts');
  const { STATEMENT_FORMATS } = await import('./statement-formats.ts');
  refuseNames(given);
  const isOfMethod = STATEMENT_FORMATS[format].methods.some((each) => each === method);
  refuseField('format', isOfMethod ? undefined : refusal('statementFormat', { method, format }));
  if (!('payout' in STATEMENT_FORMATS[format])) {
    refuseField('reference', given.reference === undefined ? refusal('payoutReference') : undefined);
    refuseField('date', given.paidOn === undefined ? refusal('payoutDate') : undefined);
  }
  const parsed = parseStatement(given.bytes, STATEMENT_FORMATS[format], given);
  return parsed.sort((one, other) => (one.reference < other.reference ? -1 : 1));
}

/** The stored payout, if it is of the same statement. Throws OperatorError `conflict` if it is not. */
export function sameStatement(stored: Payout, { digest, bank }: Pick<Payout, 'digest' | 'bank'>): Payout {
  return sameOrConflict(stored, stored.digest === digest && stored.bank === bank);
}

/** A line that no worker has matched yet. */
export function newLine(line: StatementLine, payoutId: string): PayoutLine {
  return { ...line, payoutId, state: 'new', ...UNDECIDED };
}

const UNDECIDED = {
  ...{ reason: null, paymentId: null, refundId: null, websiteId: null, replacedMinor: null },
  ...{ decidedAtUs: null, reversedAtUs: null, note: null, notedBy: null },
};

/** The payout with this id. Throws OperatorError `not_found`. */
export async function requirePayout(db: Pick<Database, 'query'>, id: string): Promise<Payout> {
  const payout = await findPayout(db, id);
  if (!payout) throw new OperatorError('not_found', 'payout_id', refusal('payoutNotFound', { id }));
  return payout;
}

/**
 * Reverses a payout that was recorded wrongly, with a note: its entries are reversed, those of lines by a worker. Its reference can be
 * recorded again. Throws OperatorError `conflict` if it was reversed before.
 */
export async function reversePayout({ db, clock, actor }: Deps, id: string, note: string): Promise<Payout> {
  refuseField('note', shortTextFault(note));
  await requirePayout(db, id);
  return db.transaction(async (tx) => {
    const payout = await markReversed(tx, id, { atUs: Math.floor(clock()), by: actor.name, note });
    if (!payout) throw new OperatorError('conflict', 'payout_id', refusal('payoutReversed', { id }));
    await insertEntries(
      tx,
      payoutEntries(payout).filter(({ event }) => event.endsWith(':reversal')),
    );
    await reverseLines(tx, id);
    const change = {
      subject: { kind: 'payout', id },
      websiteId: payout.websiteId,
      before: payoutFacts(payout),
      after: { note },
    } as const;
    await recordChange(tx, { actor, clock }, { action: 'payout.reverse', ...change });
    return payout;
  });
}

/**
 * Lets a worker match the unmatched lines of a payout again, for example after a payment has completed late. Returns how many. Throws
 * OperatorError `conflict` if the payout was reversed.
 */
export async function rematchPayout({ db, clock, actor }: Deps, id: string): Promise<number> {
  await requirePayout(db, id);
  return db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id);
    if (payout?.reversedAtUs !== null)
      throw new OperatorError('conflict', 'payout_id', refusal('payoutReversed', { id }));
    const lines = await reopenLines(tx, id);
    const change = { subject: { kind: 'payout', id }, after: { count: lines } } as const;
    if (lines > 0) await recordChange(tx, { actor, clock }, { action: 'payout.match', ...change });
    return lines;
  });
}

/**
 * Settles an unmatched line of a payout with a note that says what it is. This moves no money. Throws OperatorError `conflict` for a line that is
 * matched, that is not decided yet, or that was settled before.
 */
export async function settlePayoutLine(
  { db, clock, actor }: Deps,
  id: string,
  nth: number,
  note: string,
): Promise<PayoutLine> {
  refuseField('note', shortTextFault(note));
  await requirePayout(db, id);
  return db.transaction(async (tx) => {
    await lockPayout(tx, id);
    const line = await findLine(tx, id, nth);
    if (!line) throw new OperatorError('not_found', 'line', refusal('payoutLineNotFound', { id, line: nth }));
    if (!isOpenLine(line)) throw new OperatorError('conflict', 'line', refusal('payoutLineSettled', { line: nth }));
    const settled = { ...line, note, notedBy: actor.name };
    await saveLines(tx, [settled]);
    const change = { subject: { kind: 'payout', id }, after: { line: nth, reference: line.reference, note } } as const;
    await recordChange(tx, { actor, clock }, { action: 'payout.settle_line', ...change });
    return settled;
  });
}
