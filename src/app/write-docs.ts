import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writtenDocs } from './written-docs.ts';

// `npm run docs`: writes the generated parts of docs/.
const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('docs/**/*.md', { cwd: root });
for (const [file, text] of writtenDocs(new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')])))) {
  writeFileSync(`${root}/${file}`, text);
}
