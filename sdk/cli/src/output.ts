import { printable, printableDocument } from '../../../src/platform/text/printable.ts';
import type { Values } from './given.ts';

/** Writes a result to stdout: one JSON document with `--json`, or text for people. */
export function printResult(values: Values, document: unknown, text: () => string): void {
  if (values.json === true) printDocument(JSON.stringify(document));
  else printLine(text());
}

/** Writes JSON and a line end to stdout. Text for a terminal is escaped so that it cannot control the terminal. */
export function printDocument(json: string): void {
  printLine(process.stdout.isTTY ? printableDocument(json) : json);
}

/** Writes text and a line end to stdout. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** An aligned table. Null is shown as `-`. */
export function table(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const lines = [header, ...rows.map((row) => row.map((cell) => printable(cell ?? '-')))];
  const widths = header.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The fields of one item, each on its own line. Null is shown as `-`. */
export function details(fields: readonly (readonly [string, string | null | undefined])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${printable(value ?? '-')}`).join('\n');
}
