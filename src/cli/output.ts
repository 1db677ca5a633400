import type { styleText } from 'node:util';
import { Command as CommanderCommand } from 'commander';
import { formatAmount, type Money } from '../core/money.ts';
import { printable, printableDocument } from '../platform/text/printable.ts';
import { pathOf } from './as-called.ts';
import { caller, styled } from './caller.ts';

/** The gap between columns. */
const GAP = '  ';
const MAX_CELL = 48;

/** The option of every command that prints a result: one JSON document instead of text for people. */
export interface JsonOption {
  readonly json?: true;
}

/** The argument by which the commands of a group name their item. */
interface OneItem {
  readonly argument?: string;
  /** The description of the argument. */
  readonly is: string;
  /** The arguments of its examples. */
  readonly examples: readonly string[];
}

/** A command of this program. */
export class Command extends CommanderCommand {
  override createCommand(name?: string): Command {
    return new Command(name);
  }

  /** Declares `--json`, the option of every command that prints a result. The help describes the document. */
  json(help = 'print one JSON document'): this {
    return this.option('--json', help);
  }

  /** Adds text to the help, below the options. */
  more(text: string): this {
    return this.addHelpText('after', text);
  }
}

/** Commands by their names: each entry loads the function that adds its command to the program. */
export type CommandTable = Readonly<Record<string, () => Promise<(program: Command) => void>>>;

/** Writes a command's result to stdout: with `--json` one document, else text for people. */
export function printResult(options: JsonOption, document: unknown, text: () => string): void {
  if (options.json) printDocument(JSON.stringify(document));
  else printLine(text());
}

/** Writes JSON or CSV for programs, and a line end, to stdout. Text for a terminal is escaped so that it cannot control the terminal. */
export function printDocument(text: string): void {
  printLine(caller().stdout.isTTY ? printableDocument(text) : text);
}

/** A number and a noun that takes an `s`: `1 payment`, `2 payments`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Text for stdout in a style, if the terminal shows colours: Node reads NO_COLOR, FORCE_COLOR and TERM. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styled(style, text, caller().stdout);
}

/** Writes text and a line end to stdout. */
export function printLine(text: string): void {
  caller().stdout.write(`${text}\n`);
}

/** An aligned table. Cells, which may have text of merchants and customers, are cut short and cannot control the terminal. */
export function table(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const lines = [header, ...rows.map((row) => row.map((cell) => cellText(cell)))];
  const widths = header.map((_, index) => Math.max(...lines.map((line) => textWidth(line[index] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, index) => pad(cell, widths[index] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** The properties of one item, each on its own line. */
export function details(properties: readonly (readonly [string, string | null])[]): string {
  const width = Math.max(...properties.map(([name]) => name.length));
  return properties.map(([name, value]) => `${pad(name, width)}${GAP}${printable(value ?? '-')}`).join('\n');
}

/** Money for people: `500.00 HTG`. */
export function moneyText({ amountMinor, currency }: Money): string {
  return `${formatAmount(amountMinor)} ${currency}`;
}

/** The text that a table shows for a cell: cut short, and escaped so that it cannot control the terminal. */
export function cellText(cell: string | null, width = MAX_CELL): string {
  const text = printable(cell ?? '-');
  const most = Math.min(width, MAX_CELL);
  if (textWidth(text) <= most) return text;
  let start = '';
  let columns = 0;
  for (const character of text) {
    columns += textWidth(character);
    if (columns >= most) break;
    start += character;
  }
  return `${start}…`;
}

/** Characters that a terminal shows over the previous one, and characters that take two columns. */
const NO_COLUMN = /\p{M}/u;
const TWO_COLUMNS =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += NO_COLUMN.test(character) ? 0 : TWO_COLUMNS.test(character) ? 2 : 1;
  return columns;
}

/**
 * Text for people in lines that are no longer than `width`, broken between words. A word that is longer, such as an address, stays whole.
 *
 * @param indent how far every line but the first is indented, in columns
 */
export function wrapped(text: string, { width, indent = 0 }: { width: number; indent?: number }): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > width - indent) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** The width of the terminal that shows stdout, in columns; undefined when stdout is not a terminal. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = caller().stdout;
  return isTTY ? columns || 80 : undefined;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Adds commands to a group that work on one item, each with `--json` and examples. `help` is the text that follows its options. */
export function onOne(group: Command, { argument = '<id>', is, examples }: OneItem) {
  return (name: string, description: string, { json, help }: { json?: string; help?: string } = {}): Command => {
    const lines = examples.map((example) => `\n  ${pathOf(group)} ${name} ${example}`);
    return group
      .command(name)
      .argument(argument, is)
      .description(description)
      .json(json)
      .more(help ?? `\nExamples:${lines.join('')}`);
  };
}
