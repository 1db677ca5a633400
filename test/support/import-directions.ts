import { dirname, join } from 'node:path/posix';

/** A part of `src/`, and the parts that it may import: every part of a lower level, with the exceptions named here. */
export interface Part {
  readonly name: string;
  readonly level: number;
  /** Parts of lower levels that it must not import. */
  readonly except?: readonly string[];
  /** Files of those parts that it may import as an exception. */
  readonly allowedFiles?: readonly string[];
  /** Only these files of `src/` may import it. */
  readonly importedBy?: readonly string[];
  /** Whether files of one of its folders must not be imported from another one. */
  readonly separateFolders?: boolean;
  /** Only these files, and the part itself, may import files of its folders. */
  readonly foldersImportedBy?: readonly string[];
}

/** An import as it is in a file: `from` and `to` are paths from the root of the checkout. */
interface Import {
  readonly from: string;
  readonly to: string;
}

/** `import … from`, `export … from`, `import '…'` and `import('…')`, of types as well, over several lines. */
const SPECIFIER =
  /(?:^|[\s;])(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]/g;
const DECLARATION_FOR_ALL = /^\s*declare\s+(?:module\s*['"]|global\b)/m;
/** A comment of either kind. */
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;

/**
 * Finds every import that the table forbids, every cycle, every barrel, and every file that declares types for all files. Returns one line
 * for each. `sources` maps paths from the root of the checkout to texts. Outside of `src/` a file may import only what is in `outside`.
 */
export function findViolations(
  sources: ReadonlyMap<string, string>,
  parts: readonly Part[],
  outside: Readonly<Record<string, readonly string[]>> = {},
): string[] {
  const imports = [...sources].flatMap(([path, text]) => importsOf(path, text));
  return [
    ...[...sources.keys()].flatMap((path) => outsideParts(path, parts)),
    ...[...sources].flatMap(([path, text]) => declarationForAll(path, text)),
    ...imports.flatMap((entry) => directionFault(entry, parts, outside)),
    ...findCycles(imports),
  ];
}

/** The relative imports of a file. */
export function importsOf(from: string, text: string): Import[] {
  const code = text.replaceAll(COMMENT, ' ');
  return [...code.matchAll(SPECIFIER)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => ({ from, to: join(dirname(from), specifier) }));
}

/** A declaration for all files, such as an addition to a library's types, is used by other parts without an import that shows it. */
function declarationForAll(path: string, text: string): string[] {
  return DECLARATION_FOR_ALL.test(text.replaceAll(COMMENT, ' ')) ? [`${path} declares something for all files`] : [];
}

function outsideParts(path: string, parts: readonly Part[]): string[] {
  if (!partOf(path, parts)) return [`${path} belongs to no part of the table`];
  return /\/index\.[jt]s$/.test(path) ? [`${path} is a barrel`] : [];
}

function directionFault(
  { from, to }: Import,
  parts: readonly Part[],
  outside: Readonly<Record<string, readonly string[]>>,
): string[] {
  const [source, target] = [partOf(from, parts), partOf(to, parts)];
  const fault = [`${from} must not import ${to}`];
  if (!source) return [];
  if (!target) return outside[source.name]?.some((allowed) => to.startsWith(allowed)) ? [] : fault;
  if (source === target) return source.separateFolders && isElsewhere(from, to) ? fault : [];
  if (target.foldersImportedBy && isInFolder(to) && !target.foldersImportedBy.some((path) => from.startsWith(path)))
    return fault;
  if (target.level >= source.level) return fault;
  if (source.except?.includes(target.name) && !source.allowedFiles?.includes(to)) return fault;
  return target.importedBy && !target.importedBy.some((path) => from.startsWith(path)) ? fault : [];
}

/** Whether a file is in a folder of its part: `src/providers/card/page.ts` is, `src/providers/provider.ts` is not. */
function isInFolder(path: string): boolean {
  return path.split('/').length > 3;
}

/** Whether both files are in folders of the part, and these folders differ. Files above the folders may import from all of them. */
function isElsewhere(from: string, to: string): boolean {
  const [folderFrom, folderTo] = [from, to].map((path) => path.split('/').slice(2, -1).join('/'));
  return folderFrom !== '' && folderTo !== '' && folderFrom !== folderTo;
}

/** The part with the longest matching name: `features/payments` for `src/features/payments/create-payment.ts`. */
function partOf(path: string, parts: readonly Part[]): Part | undefined {
  const [, folders = '', name = ''] = /^src\/((?:[^/]+\/)*)([^/.]+)/.exec(path) ?? [];
  const names = `${folders}${name}/`;
  return parts.filter((part) => names.startsWith(`${part.name}/`)).toSorted((a, b) => b.name.length - a.name.length)[0];
}

function findCycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const cycles = new Map<string, string>();
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const cycle = trail.slice(start);
      cycles.set([...cycle].sort().join(), `${[...cycle, path].join(' → ')} is a cycle`);
      return;
    }
    if (finished.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return [...cycles.values()];
}
