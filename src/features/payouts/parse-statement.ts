import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import { CURRENCIES, type Currency, OVERFLOW, parseDecimal } from '../../core/money.ts';
import { parseDay } from '../../core/timestamps.ts';
import { haitiDayOf, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { LineKind, Payout, StatementLine } from './payout.ts';
import { MAX_STATEMENT_BYTES, MAX_STATEMENT_LINES, payoutReferenceFault } from './payout-rules.ts';
import type { StatementFormat } from './statement-formats.ts';

const MAX_REFERENCE = 100;
/** More would be the same mistake again. */
const SHOWN_FAULTS = 5;
const SHOWN_CHARACTERS = 40;

/** The payouts of a statement, each with its lines. */
export type StatementPayout = Pick<
  Payout,
  'reference' | 'currency' | 'grossMinor' | 'feeMinor' | 'netMinor' | 'paidAtUs' | 'fromUs' | 'toUs'
> & { readonly digest: string; readonly lines: readonly StatementLine[] };

/** The name and the day of the payout, for formats whose files do not have them. */
interface GivenPayout {
  readonly reference?: string | undefined;
  /** Days since 1970. */
  readonly paidOn?: number | undefined;
}

/**
 * Reads a statement as UTF-8. Throws OperatorError `invalid` for the field `file` with the first faults and their lines: too large, columns
 * that are missing, lines that are not what the format says. Nothing is guessed: a statement is read whole or not at all.
 */
export function parseStatement(bytes: Uint8Array, format: StatementFormat, given: GivenPayout): StatementPayout[] {
  if (bytes.length > MAX_STATEMENT_BYTES)
    throw refused(refusal('statementTooLarge', { most: MAX_STATEMENT_BYTES / 1_000_000 }));
  const { header, rows } = readRows(textOf(bytes), format);
  const columns = findColumns(header, format);
  const faults: Refusal[] = [];
  const lines = rows.flatMap(({ line, cells }) => {
    const fault =
      cells.length === header.length
        ? undefined
        : refusal('statementFields', { line, count: cells.length, wanted: header.length });
    const read = fault
      ? { fault }
      : readLine(line, (column) => (cells[columns.get(column) ?? -1] ?? '').trim(), format, given);
    if ('fault' in read) faults.push(read.fault);
    return 'fault' in read ? [] : [read];
  });
  if (faults.length > 0)
    throw refused(refusal('statementLines', { count: faults.length, faults: faults.slice(0, SHOWN_FAULTS) }));
  return [...Map.groupBy(lines, ({ payout }) => payout.reference).values()].map(payoutOf);
}

function refused(fault: Refusal): OperatorError {
  return new OperatorError('invalid', 'file', fault);
}

function textOf(bytes: Uint8Array): string {
  try {
    // Removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(refusal('statementEncoding'));
  }
}

interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a file with the lines in which they start; empty lines are skipped. */
function readRows(
  text: string,
  { separator }: StatementFormat,
): { header: readonly string[]; rows: readonly FileRow[] } {
  const { data, errors, meta } = Papa.parse<string[]>(text, { delimiter: separator, preview: MAX_STATEMENT_LINES * 2 });
  let line = 1;
  const all = data.map((cells) => {
    const start = line;
    // A quoted cell may contain line ends.
    line += 1 + cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return { line: start, cells };
  });
  const [broken] = errors.filter(({ type }) => type === 'Quotes');
  if (broken) throw refused(refusal('statementQuotes', { line: all[broken.row ?? 0]?.line ?? 1 }));
  // Empty rows count too: a file that was not read to its end is not imported.
  if (meta.truncated) throw refused(refusal('statementTooLong', { most: MAX_STATEMENT_LINES }));
  const rows = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [header, ...rest] = rows;
  if (!header || rest.length === 0) throw refused(refusal('statementEmpty'));
  if (rest.length > MAX_STATEMENT_LINES) throw refused(refusal('statementTooLong', { most: MAX_STATEMENT_LINES }));
  return { header: header.cells.map((cell) => cell.trim().toLowerCase()), rows: rest };
}

/** The positions of the columns of a format. */
function findColumns(header: readonly string[], format: StatementFormat): ReadonlyMap<string, number> {
  const { kind, reference, amount, fee, net, currency, at, payout } = format;
  const wanted = [kind?.column, ...Object.values(reference), amount, fee, net, at, payout?.reference, payout?.date];
  if (typeof currency === 'object') wanted.push(currency.column);
  const names = [...new Set(wanted.filter((name) => name !== undefined))];
  const missing = names.filter((name) => !header.includes(name));
  if (missing.length > 0) throw refused(refusal('statementColumns', { columns: missing }));
  const twice = names.filter((name) => header.indexOf(name) !== header.lastIndexOf(name));
  if (twice.length > 0) throw refused(refusal('statementColumnsTwice', { columns: twice }));
  return new Map(names.map((name) => [name, header.indexOf(name)]));
}

interface ReadLine {
  readonly line: StatementLine;
  readonly payout: { readonly reference: string; readonly paidAtUs: number };
}

function readLine(
  line: number,
  cell: (column: string) => string,
  format: StatementFormat,
  given: GivenPayout,
): ReadLine | { readonly fault: Refusal } {
  const shown = (text: string) => [...text].slice(0, SHOWN_CHARACTERS).join('');
  const money = (column: string) => parseAmount(cell(column), format.decimal);
  const kind: LineKind = format.kind
    ? (format.kind.values[cell(format.kind.column).toLowerCase()] ?? 'other')
    : 'payment';
  const reference = cell(format.reference[kind]);
  if (reference === '' || reference.length > MAX_REFERENCE || /\p{Cc}/u.test(reference)) {
    return { fault: refusal('statementReference', { line }) };
  }
  const written = money(format.amount);
  if (written === undefined) return { fault: refusal('statementAmount', { line, text: shown(cell(format.amount)) }) };
  const amountMinor = kind === 'refund' && format.refunds === 'positive' ? -written : written;
  const isSigned = kind === 'other' || (kind === 'payment' ? amountMinor > 0 : amountMinor < 0);
  if (!isSigned) return { fault: refusal('statementAmount', { line, text: shown(cell(format.amount)) }) };
  const feeMinor = format.fee === undefined ? null : money(format.fee);
  if (feeMinor === undefined)
    return { fault: refusal('statementAmount', { line, text: shown(cell(format.fee ?? '')) }) };
  if (format.net !== undefined && money(format.net) !== amountMinor - (feeMinor ?? 0)) {
    return { fault: refusal('statementNet', { line, text: shown(cell(format.net)) }) };
  }
  const named = typeof format.currency === 'object' ? cell(format.currency.column).toUpperCase() : format.currency;
  const currency = CURRENCIES.find((each) => each === named);
  if (!currency) return { fault: refusal('statementCurrency', { line, text: shown(named) }) };
  const day = format.at === undefined ? null : parseDate(cell(format.at), format.date);
  if (day === undefined) return { fault: refusal('statementDate', { line, text: shown(cell(format.at ?? '')) }) };
  const payout = payoutIn(line, cell, format, given);
  if ('fault' in payout) return payout;
  const atUs = day === null ? null : startOfHaitiDayUs(day);
  return { line: { line, kind, reference, amountMinor, feeMinor, currency, atUs }, payout };
}

function payoutIn(
  line: number,
  cell: (column: string) => string,
  { payout, date }: StatementFormat,
  given: GivenPayout,
): ReadLine['payout'] | { readonly fault: Refusal } {
  const reference = payout ? cell(payout.reference) : (given.reference ?? '');
  const day = payout ? parseDate(cell(payout.date), date) : given.paidOn;
  if (payoutReferenceFault(reference) || day === undefined) return { fault: refusal('statementPayout', { line }) };
  return { reference, paidAtUs: startOfHaitiDayUs(day) };
}

/** Amounts with at most two decimals. Groups of three digits may be separated. */
const AMOUNTS = {
  '.': /^-?(?:\d{1,3}(?:[,\s’']\d{3})+|\d+)(?:\.\d*)?$/,
  ',': /^-?(?:\d{1,3}(?:[.\s’']\d{3})+|\d+)(?:,\d*)?$/,
};

/** Minor units; undefined for text that is no amount. */
function parseAmount(text: string, decimal: '.' | ','): number | undefined {
  if (!AMOUNTS[decimal].test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split(decimal);
  const minor = parseDecimal(`${whole.replaceAll(/[^\d-]/g, '')}.${fraction || '0'}`, 2);
  return typeof minor === 'number' && Math.abs(minor) < OVERFLOW ? minor : undefined;
}

/** The day that a text starts with, counted in days since 1970; a time after it is ignored. */
function parseDate(text: string, form: StatementFormat['date']): number | undefined {
  const [first = ''] = text.split(/[T ]/, 1);
  if (form === 'YYYY-MM-DD') return parseDay(first);
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(first);
  if (!match) return undefined;
  const [, one = '', other = '', year] = match;
  const [day, month] = form === 'DD/MM/YYYY' ? [one, other] : [other, one];
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** One payout of a file. Its lines must agree in currency and day. */
function payoutOf(read: readonly ReadLine[]): StatementPayout {
  const [first] = read as readonly [ReadLine, ...ReadLine[]];
  const lines = read.map(({ line }) => line);
  const other = read.find(
    (each) => each.line.currency !== first.line.currency || each.payout.paidAtUs !== first.payout.paidAtUs,
  );
  if (other) throw refused(refusal('statementMixed', { line: other.line.line, reference: first.payout.reference }));
  const grossMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const feeMinor = lines.reduce((sum, line) => sum + (line.feeMinor ?? 0), 0);
  if (!Number.isSafeInteger(grossMinor) || !Number.isSafeInteger(feeMinor))
    throw refused(refusal('statementSum', { reference: first.payout.reference }));
  const times = lines.flatMap(({ atUs }) => (atUs === null ? [] : [atUs]));
  const [fromUs, last] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const { reference, paidAtUs } = first.payout;
  const { currency } = first.line satisfies { currency: Currency };
  return {
    ...{ reference, currency, grossMinor, feeMinor, netMinor: grossMinor - feeMinor, paidAtUs },
    fromUs: times.length > 0 ? fromUs : null,
    toUs: times.length > 0 ? startOfHaitiDayUs(haitiDayOf(last) + 1) : null,
    digest: digestOf(lines, { reference, paidAtUs }),
    lines,
  };
}

/** The same for the same lines, however the file is written. */
function digestOf(lines: readonly StatementLine[], payout: ReadLine['payout']): string {
  const values = lines.map(({ line: _, ...rest }) => Object.values(rest));
  return createHash('sha256')
    .update(JSON.stringify([payout.reference, payout.paidAtUs, values]))
    .digest('hex');
}
