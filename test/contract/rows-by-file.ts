import { globSync } from 'node:fs';
import { readClaims, readSource } from './contract-document.ts';

/** The rows of the contract that the tests of each file hold, read from the sources. */
export function rowsByFile(): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  const hold = (file: string, ids: readonly string[]) => {
    for (const id of ids) rows.set(file, (rows.get(file) ?? new Set()).add(id));
  };
  for (const { file, ids, asserts } of readClaims()) if (asserts && file.endsWith('.test.ts')) hold(file, ids);
  for (const file of globSync('test/contract/*.test.ts', { cwd: new URL('../../', import.meta.url) })) {
    for (const [, ids = ''] of readSource(file).matchAll(/\bpromise\(\s*\[([^\]]*)\]/g))
      hold(file, ids.match(/[A-Z]+-\d+/g) ?? []);
  }
  return rows;
}
