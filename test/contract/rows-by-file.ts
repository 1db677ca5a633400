import { globSync } from 'node:fs';
import { readClaims, readSource } from './contract-document.ts';

/** The rows of the contract that the tests of a file hold. */
interface HeldRows {
  readonly rows: ReadonlySet<string>;
  /** What matches the names of these tests; undefined when a name is computed, or in test/contract. */
  readonly names: readonly RegExp[] | undefined;
}

/** The rows of the contract that each test file holds, read from the sources. */
export function rowsByFile(): Map<string, HeldRows> {
  const files = new Map<string, HeldRows>();
  const hold = (file: string, ids: readonly string[], name: string | undefined) => {
    const { rows, names } = files.get(file) ?? { rows: new Set<string>(), names: [] };
    files.set(file, { rows: rows.union(new Set(ids)), names: name && names ? [...names, matchOf(name)] : undefined });
  };
  for (const { file, ids, asserts, name } of readClaims()) {
    if (asserts && file.endsWith('.test.ts')) hold(file, ids, name);
  }
  for (const file of globSync('test/contract/*.test.ts', { cwd: new URL('../../', import.meta.url) })) {
    for (const [, ids = ''] of readSource(file).matchAll(/\bpromise\(\s*\[([^\]]*)\]/g)) {
      hold(file, ids.match(/[A-Z]+-\d+/g) ?? [], undefined);
    }
  }
  return files;
}

/** Matches the names that the source of a name, with its `${…}`, can have. */
function matchOf(name: string): RegExp {
  const parts = name.replaceAll(/\\(.)/g, '$1').split(/\$\{[^}]*\}/);
  return new RegExp(parts.map((part) => RegExp.escape(part)).join('.*'));
}
