// Makes dist: JavaScript with types beside it. What is written for readers of types stays there, and types of the inside are left out.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const DIST = `${import.meta.dirname}/dist`;
const INSIDE = ['create-payment', 'failures', 'settings', 'transport'].map((name) => `${name}.d.ts`);

rmSync(DIST, { recursive: true, force: true });
execFileSync('tsc', ['-p', import.meta.dirname], { stdio: 'inherit' });
for (const file of readdirSync(DIST)) {
  const path = `${DIST}/${file}`;
  const text = readFileSync(path, 'utf8').replaceAll(/^ +(?=\S)/gm, (indent) => ' '.repeat(indent.length / 4));
  // Types alone need no program beside them.
  if (INSIDE.includes(file) || text.trim() === 'export {};') rmSync(path);
  else writeFileSync(path, file.endsWith('.d.ts') ? finishTypes(text) : finishProgram(text));
}

/** The compiler leaves these names of files as they are in the sources. */
function finishTypes(text) {
  return text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
}

/** Without comments, and without the compiler's helper for names of files: the one name that is put together is none. */
function finishProgram(text) {
  return text
    .replaceAll(/^ *(\/\*[\s\S]*?\*\/|\/\/.*)\n/gm, '')
    .replace('__rewriteRelativeImportExtension(module)', 'module');
}
