import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { importsOf } from '../support/import-directions.ts';

// `npm run measure`: figures about the shape of `src/`, to compare before and after a change. They prove nothing.

const ROOT = new URL('../../', import.meta.url);
const MESSAGES = 'src/platform/messages/';

/** For each feature: the words in the paths of its files, and similar words in the paths of other files. */
const FEATURES: Readonly<Record<string, { readonly has: RegExp; readonly not?: RegExp }>> = {
  links: {
    has: /\blinks?\b/,
    not: /payments-of-link|one-time-link|first-owner-link|\/users\/|use-link|audit-link|return-link/,
  },
  keys: { has: /\bkeys?\b/, not: /secret-key|passkey|widget-keys/ },
  rates: { has: /\brates?\b/, not: /rate-limit/ },
  receipts: { has: /\breceipts?\b/ },
  subscriptions: { has: /\b(?:subscriptions?|recurring)\b/ },
  discrepancies: { has: /\bdiscrepanc(?:y|ies)\b/ },
  deliveries: { has: /\bdeliver(?:y|ies)\b|\bwebhooks?\b/ },
  exports: { has: /\bexports?\b/ },
};

/** Code that a shared function should contain once: how often each text occurs. */
const BY_HAND: readonly [what: string, files: string, text: RegExp][] = [
  ['--json declared by a command', 'src/cli/**/*.ts', /'--json'/g],
  ['OperatorError caught in the console', 'src/console/**/*.ts', /instanceof OperatorError/g],
  ['page sizes of the console', 'src/console/**/*.ts', /\bPAGE = \d+/g],
  ['rows inserted by position', 'src/{database,features}/**/*.ts', /VALUES \(\$1, \$2, \$3/g],
  ['dynamic imports', 'src/**/*.ts', /\bimport\(/g],
];

const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();
const linesOf = (text: string) => text.split('\n').length - 1;
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
const row = (what: string, figure: number | string) => console.log(`${String(figure).padStart(8)}  ${what}`);

const code = find('src/**/*.ts');
const own = code.filter((path) => !path.startsWith(MESSAGES));
const sizes = own.map((path) => linesOf(read(path))).sort((a, b) => a - b);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

row('lines of src, without texts', sum(sizes));
row('lines of texts', sum(code.filter((path) => path.startsWith(MESSAGES)).map((path) => linesOf(read(path)))));
row('files of src, without texts', own.length);
row('lines of a file, median', at(sizes, 0.5));
row('lines of a file, 90th percentile', at(sizes, 0.9));
row('files of 30 lines or fewer', sizes.filter((size) => size <= 30).length);
row('tests, lines', sum(find('test/**/*.ts').map((path) => linesOf(read(path)))));

const imports = new Map(own.map((path) => [path, new Set(importsOf(path, read(path)).map(({ to }) => to))]));
const most = [...imports].sort(([, a], [, b]) => b.size - a.size).slice(0, 3);
for (const [path, { size }] of most) row(`imports of ${path}`, size);
const importers = new Map<string, string[]>();
for (const [path, targets] of imports) {
  for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), path]);
}
const single = own.filter((path) => {
  const [importer, ...others] = importers.get(path) ?? [];
  return importer !== undefined && others.length === 0 && dirname(importer) === dirname(path);
});
row('files with one importer, in their own folder', single.length);

for (const [name, { has, not }] of Object.entries(FEATURES)) {
  const files = own.filter((path) => has.test(path.replaceAll('-', ' ')) && !(not?.test(path) ?? false));
  // All folders below a feature's are one place.
  const folders = new Set(files.map((path) => dirname(path).replace(/(?<=^src\/features\/[^/]+)\/.*/, '')));
  row(`folders of ${name} (${files.length} files)`, folders.size);
}
for (const [what, files, text] of BY_HAND)
  row(what, sum(find(files).map((path) => read(path).match(text)?.length ?? 0)));
