import { formatAmount, type Money } from '../domain/money.ts';

/** The gap between columns. */
const GAP = '  ';
const MAX_CELL = 48;

/** Writes a command's result to stdout: with `--json` one document, else text for people. */
export function printResult(options: { json?: true }, document: unknown, text: () => string): void {
  printLine(options.json ? JSON.stringify(document) : text());
}

/** Writes text and a line end to stdout. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** An aligned table. Cells of merchants and customers are cut short, and cannot steer the terminal. */
export function table(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const lines = [header, ...rows.map((row) => row.map((cell) => shorten(printable(cell ?? '-'))))];
  const widths = header.map((_, index) => Math.max(...lines.map((line) => [...(line[index] ?? '')].length)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => pad(cell, widths[index] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** One thing with its properties, a line each. */
export function details(properties: readonly (readonly [string, string | null])[]): string {
  const width = Math.max(...properties.map(([name]) => name.length));
  return properties.map(([name, value]) => `${pad(name, width)}${GAP}${printable(value ?? '-')}`).join('\n');
}

/** Money for people: `500.00 HTG`. */
export function moneyText({ amountMinor, currency }: Money): string {
  return `${formatAmount(amountMinor)} ${currency}`;
}

/** Text of others for the terminal: control and formatting characters, which could move the cursor or reverse the line, as their code points. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_CELL ? text : `${characters.slice(0, MAX_CELL - 1).join('')}…`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length));
}
