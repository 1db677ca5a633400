// Builds dist, and dist/cjs for `require`: JavaScript with types next to it. Comments stay in the types only. The types of internal modules
// are removed.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const DIST = `${HERE}/dist`;
const INTERNAL = ['create-payment', 'failures', 'read-bounded', 'settings', 'transport'].map((name) => `${name}.d.ts`);

rmSync(DIST, { recursive: true, force: true });
compile(HERE, DIST);
finish(DIST);

// The same sources in a folder whose package.json says that they are CommonJS.
const commonJs = mkdtempSync(join(tmpdir(), 'peye-sdk-commonjs-'));
try {
  cpSync(`${HERE}/src`, `${commonJs}/src`, { recursive: true });
  cpSync(`${HERE}/tsconfig.json`, `${commonJs}/tsconfig.json`);
  writeFileSync(`${commonJs}/package.json`, '{ "type": "commonjs" }\n');
  compile(commonJs, `${DIST}/cjs`, '--verbatimModuleSyntax', 'false', '--noEmitHelpers', 'false');
  cpSync(`${commonJs}/package.json`, `${DIST}/cjs/package.json`);
} finally {
  rmSync(commonJs, { recursive: true, force: true });
}
finish(`${DIST}/cjs`);

function compile(project, outDir, ...options) {
  execFileSync('tsc', ['-p', project, '--outDir', outDir, ...options], { stdio: 'inherit' });
}

function finish(folder) {
  for (const file of readdirSync(folder)) {
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    const path = `${folder}/${file}`;
    const text = readFileSync(path, 'utf8').replaceAll(/^ +(?=\S)/gm, (indent) => ' '.repeat(indent.length / 4));
    // A module that has only types needs no JavaScript file.
    if (INTERNAL.includes(file) || isEmpty(text)) rmSync(path);
    else writeFileSync(path, file.endsWith('.d.ts') ? finishTypes(text) : finishProgram(text));
  }
}

function isEmpty(text) {
  return ['export {};', '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });'].includes(
    text.trim(),
  );
}

/** Renames imported files from `.ts` to `.js`, which the compiler does not do. Compilers before 5.0 do not know `export type *`. */
function finishTypes(text) {
  return text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'").replaceAll('export type * from', 'export * from');
}

/** Removes comments, and the compiler's helper for computed names of imported files: the only computed name is not of a file. */
function finishProgram(text) {
  return text
    .replaceAll(/^ *(\/\*[\s\S]*?\*\/|\/\/.*)\n/gm, '')
    .replace(/^var __rewriteRelativeImportExtension = [\s\S]*?\n};?\n/m, '')
    .replace('__rewriteRelativeImportExtension(module)', 'module');
}
