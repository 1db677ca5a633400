import { parseArgs } from 'node:util';
import { type Finding, lintProject } from './lint.ts';

const HELP = `Usage: npm run prose [-- options] [-- folder]

Lists the words of test/prose/dictionary.ts that documents, comments, strings, test names and names in code use. Exits 1 if
there are any.

Options:
  --count    print the number for each folder
  --help     print this help
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
} else {
  const findings = (await lintProject()).filter(
    ({ file }) => positionals.length === 0 || positionals.some((start) => file.startsWith(start)),
  );
  if (values.count) printCounts(findings);
  else printFindings(findings);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

function printFindings(findings: readonly Finding[]): void {
  for (const { file, line, column, message } of findings) console.log(`${file}:${line}:${column}: ${message}`);
}

function printCounts(findings: readonly Finding[]): void {
  const counts = new Map<string, number>();
  for (const { file } of findings) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
  for (const [folder, count] of [...counts].sort()) console.log(`${String(count).padStart(6)}  ${folder}`);
  console.log(`${String(findings.length).padStart(6)}  in all`);
}

/** `src/console` for everything below it; a file of the root is counted by itself. */
function folderOf(file: string): string {
  const [top = '', next, ...rest] = file.split('/');
  return rest.length > 0 ? `${top}/${next}` : top;
}
