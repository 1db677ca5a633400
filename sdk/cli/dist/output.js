import { printable, printableDocument } from './shared/platform/text/printable.js';

export function printResult(values        , document         , text              )       {
  if (values.json === true) printDocument(JSON.stringify(document));
  else printLine(text());
}

export function printDocument(json        )       {
  printLine(process.stdout.isTTY ? printableDocument(json) : json);
}

export function printLine(text        )       {
  process.stdout.write(`${text}\n`);
}

export function table(header                   , rows                                         )         {
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

export function details(fields                                                           )         {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${printable(value ?? '-')}`).join('\n');
}
