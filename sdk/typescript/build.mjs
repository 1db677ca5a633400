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
  else if (file.endsWith('.d.ts')) writeFileSync(path, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  else writeFileSync(path, text.replaceAll(/^ *(\/\*[\s\S]*?\*\/|\/\/.*)\n/gm, ''));
}
