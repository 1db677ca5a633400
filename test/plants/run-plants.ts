import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readClaims } from '../contract/contract-document.ts';
import { collectPromises } from '../contract/promise.ts';
import { PLANTS, type Plant } from './plants.ts';

// `npm run test:plants [-- ROW|TEXT …]`: plants each registered bug in a copy of the sources, runs its test file there, and fails when
// no test of its row does. Arguments choose plants by their row, or by a part of their text.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Not copied: no test reads `.git`, and `node_modules` is linked instead. */
const NOT_COPIED = new Set(['node_modules', '.git']);
const MINUTES = 15;

const wanted = process.argv.slice(2);
const chosen = PLANTS.filter(
  ({ row, bug }) => wanted.length === 0 || wanted.some((each) => row === each || bug.includes(each)),
);
if (chosen.length === 0) {
  console.error(
    `no plant is called ${wanted.join(', ')}: give a row of the contract, such as REFUND-9, or a part of a bug's text`,
  );
  process.exit(2);
}
const holders = await readHolders();
const folder = mkdtempSync(join(tmpdir(), 'peye-plants-'));
let survived = 0;
try {
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const plant of chosen) {
    const startedAt = performance.now();
    const failed = await failedWith(plant);
    const seen = failed.filter((name) => holders.some(({ row, pattern }) => row === plant.row && pattern.test(name)));
    if (seen.length === 0) survived++;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${seen.length > 0 ? 'noticed ' : 'SURVIVED'}  ${plant.row.padEnd(12)} ${plant.bug} (${plant.test}, ${seconds} s)`,
    );
    for (const name of seen.length > 0 ? seen : failed) console.log(`            ✗ ${name}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${chosen.length - survived} of ${chosen.length} plants were noticed`);
process.exitCode = survived === 0 ? 0 : 1;

/** The names of the tests that fail with a plant, as the runner prints them. */
async function failedWith({ file, find, replace, test }: Plant): Promise<string[]> {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    return (await output(test)).flatMap((line) => /^failed: \S+: (.+)$/.exec(line)?.[1] ?? []);
  } finally {
    writeFileSync(path, text);
  }
}

function output(test: string): Promise<string[]> {
  return new Promise((done) => {
    const options = { cwd: folder, timeout: MINUTES * 60_000, maxBuffer: 64 * 1024 * 1024 };
    // A failing run exits with 1. Its output states which tests failed.
    execFile(process.execPath, ['test/run.ts', test], options, (_error, stdout) => done(stdout.split('\n')));
  });
}

/** The tests of each row, by a pattern of their printed names. */
async function readHolders(): Promise<{ row: string; pattern: RegExp }[]> {
  const claimed = readClaims().flatMap(({ ids, name }) => ids.map((row) => ({ row, pattern: patternOf(name ?? '') })));
  const promised = (await collectPromises()).flatMap(({ rows, name }) =>
    rows.map((row) => ({ row, pattern: patternOf(name.slice(name.indexOf(': ') + 2)) })),
  );
  return [...claimed, ...promised];
}

/** A pattern of all names that a test can have at run time, given its name in the source: any text may replace a `${…}`. */
function patternOf(name: string): RegExp {
  const parts = name.replace(/\\(.)/g, '$1').split(/\$\{.*?\}/s);
  return new RegExp(`› ${parts.map((part) => RegExp.escape(part)).join('.*')}$`, 's');
}
