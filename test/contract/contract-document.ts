import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** One promise of `docs/contract.md`. */
interface Row {
  readonly id: string;
  readonly promise: string;
}

/** The rows of `docs/contract.md`, in its order. */
export function readContract(): Row[] {
  const text = readFileSync(new URL('docs/contract.md', ROOT), 'utf8');
  return [...text.matchAll(/^\| ([A-Z]+-\d+) +\| (.+?) +\|$/gm)].map(([, id, promise]) => ({
    id: id!,
    promise: promise!,
  }));
}

/** A row that a file cites. */
interface Citation {
  readonly id: string;
  readonly file: string;
  /** Whether it is in a comment `// Contract: …`, which says that the test below it holds the row. */
  readonly isHeldBelow: boolean;
}

/** Every citation in the code, the tests and the documents, of any group that the contract has. */
export function readCitations(groups: ReadonlySet<string>): Citation[] {
  const cited = new RegExp(`\\b(?:${[...groups].join('|')})-\\d+\\b`, 'g');
  return FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|js|mjs|md)$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  ).flatMap((file) =>
    readFileSync(new URL(file, ROOT), 'utf8')
      .split('\n')
      .flatMap((line) =>
        (line.match(cited) ?? []).map((id) => ({ id, file, isHeldBelow: /^\s*\/\/ Contract: /.test(line) })),
      ),
  );
}

const FOLDERS = ['src', 'simulators', 'test', 'bench', 'examples', 'docs'];
