import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Finding, lintProject } from './lint.ts';

const HELP = `Usage: npm run prose [-- options] [-- folder]

Lists the words of test/prose/dictionary.ts that documents, comments, strings, test names and names in code use.

Options:
  --count    print the number for each folder
  --check    compare the numbers with test/prose/remaining.json: none may grow, and one that fell must be written down
  --update   write test/prose/remaining.json
  --help     print this help
`;

const REMAINING = fileURLToPath(new URL('remaining.json', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'boolean' },
    check: { type: 'boolean' },
    update: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
} else {
  const findings = await lintProject();
  const counts = countByFolder(findings);
  if (values.update) writeFileSync(REMAINING, `${JSON.stringify(counts, null, 2)}\n`);
  else if (values.count) printCounts(counts);
  else if (values.check) check(counts, findings);
  else
    printFindings(
      findings.filter(({ file }) => positionals.length === 0 || positionals.some((start) => file.startsWith(start))),
    );
}

function printFindings(findings: readonly Finding[]): void {
  for (const { file, line, column, message } of findings) console.log(`${file}:${line}:${column}: ${message}`);
}

function printCounts(counts: Record<string, number>): void {
  for (const [folder, count] of Object.entries(counts)) console.log(`${String(count).padStart(6)}  ${folder}`);
  console.log(`${String(Object.values(counts).reduce((sum, count) => sum + count, 0)).padStart(6)}  in all`);
}

/** Words that a change added are red. So is a number in the file that is too high, because the words could come back. */
function check(counts: Record<string, number>, findings: readonly Finding[]): void {
  const allowed: Record<string, number> = JSON.parse(readFileSync(REMAINING, 'utf8'));
  for (const folder of new Set([...Object.keys(counts), ...Object.keys(allowed)])) {
    const [count, before] = [counts[folder] ?? 0, allowed[folder] ?? 0];
    if (count === before) continue;
    process.exitCode = 1;
    if (count < before) {
      console.log(`${folder}: ${count} words to avoid, ${before} before. Run: npm run prose -- --update`);
      continue;
    }
    console.log(`${folder}: ${count} words to avoid, at most ${before} are allowed:`);
    printFindings(findings.filter(({ file }) => folderOf(file) === folder));
  }
}

function countByFolder(findings: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { file } of findings) counts[folderOf(file)] = (counts[folderOf(file)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `src/console` for everything below it; a file of the root is counted by itself. */
function folderOf(file: string): string {
  const [top = '', next, ...rest] = file.split('/');
  return rest.length > 0 ? `${top}/${next}` : top;
}
