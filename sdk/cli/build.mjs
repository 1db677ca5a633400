// Builds dist: the sources without their types, with the modules of the SDK and of the gateway that they import, so that the package has
// no dependencies.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix, relative, resolve } from 'node:path';

const HERE = import.meta.dirname;
/** The repository, which a copy of this folder names. */
const ROOT = resolve(process.argv[2] ?? join(HERE, '../..'));
/** Where the folders of the repository are in dist. */
const PLACES = [
  ['sdk/cli/src/', ''],
  ['sdk/typescript/src/', 'sdk/'],
  ['src/', 'shared/'],
];
/** The path in an import or export of another file. */
const IMPORT = /(?<=\b(?:from |import |import\()')\.[^']*(?=')/g;

const built = new Set();
rmSync(join(HERE, 'dist'), { recursive: true, force: true });
build('sdk/cli/src/peye.ts');

function build(path) {
  if (built.has(path)) return;
  built.add(path);
  const place = placeOf(path);
  const program = stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8'))
    .replaceAll(IMPORT, (imported) => {
      const target = posix.join(posix.dirname(path), imported);
      build(target);
      const shown = relative(dirname(place), placeOf(target));
      return shown.startsWith('.') ? shown : `./${shown}`;
    })
    .replaceAll(/^ *(\/\*[\s\S]*?\*\/|\/\/.*)\n/gm, '')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{2,}/g, '\n\n');
  const file = join(HERE, 'dist', place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${program.trim()}\n`);
}

function placeOf(path) {
  const [from, to] = PLACES.find(([folder]) => path.startsWith(folder));
  return to + path.slice(from.length).replace(/\.ts$/, '.js');
}
