import { dirname, join } from 'node:path/posix';

/** The files that may use functions which write to the store. */
export interface WritePolicy {
  /** Folders of verbs: their files may use all functions that write. */
  readonly verbs: readonly string[];
  /** Besides the verbs, only these files may use these functions, and no others. */
  readonly upkeep: Readonly<Record<string, readonly string[]>>;
}

/** A name that a file imports from another file; `*` stands for all names. */
interface ImportedName {
  readonly name: string;
  /** The name under which the importing file uses it. */
  readonly local: string;
  readonly from: string;
  readonly isHandedOn: boolean;
}

/** A top-level declaration of a file, with its text. */
interface Declaration {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** The database, and the store of each feature. */
const STORAGE = /^src\/(?:database\/|features\/.*\bstore\/)/;
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const DECLARATION = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type)\s+(\w+)/gm;
const IS_TYPE = /^(?:export )?(?:interface|type)\s/;
const STATIC =
  /(?:^|[\s;])(import|export)\s+(type\s+)?(?:\{([^}]*)\}|(\*)(?:\s+as\s+(\w+))?)\s*from\s*['"](\.[^'"]+)['"]/g;
const DYNAMIC = /(?:const\s*\{([^}]*)\}\s*=\s*await\s+)?\bimport\s*\(\s*['"](\.[^'"]+)['"]\s*\)/g;

/** Signs in the text of a function that the function itself writes, whatever it calls. */
const WRITES = [
  // A transaction can run any statement.
  /:\s*Transaction\b/,
  /\.(?:transaction|insertRows|insertAll|outsideTransaction)\s*[(<]/,
  /\binsert\s+into\b/i,
  /\.insertion\(/,
  /\bupdate\s+\S+\s+set\b/i,
  /\bdelete\s+from\b/i,
  // Functions that write the files of a store.
  /\b(?:write|append|truncate|rename|link|unlink|rm|mkdir|chmod|copy)(?:File)?Sync\b/,
  /\b(?:writePrivateFile|tightenFile|tightenFolder)\b/,
];
/** It makes the texts of statements, and runs none: a function that runs one of them is found by its `insertion`. */
const COMPOSER = 'src/database/table.ts tableOf';
/** Signs of a transaction, which a file that is not a verb must not open itself. */
const OWN_WRITES = /\.(?:transaction|insertRows|insertAll|outsideTransaction)\s*[(<]/;

/**
 * Finds every file that uses a writing function of the store, or opens its own transaction, without a right in the policy. Returns one line
 * for each use. `sources` maps paths from the root of the checkout to texts.
 */
export function findForbiddenWrites(sources: ReadonlyMap<string, string>, policy: WritePolicy): string[] {
  const writers = storageWriters(sources);
  const found: string[] = [];
  for (const [path, text] of sources) {
    if (STORAGE.test(path)) continue;
    const isVerb = policy.verbs.some((folder) => path.startsWith(folder));
    for (const { name, from, isHandedOn } of takenBy(path, text)) {
      const names = name === '*' ? [...writers].filter((each) => each.startsWith(`${from} `)) : [`${from} ${name}`];
      for (const each of names.filter((one) => writers.has(one))) {
        const writer = each.split(' ')[1] ?? '';
        if (isHandedOn) found.push(`${path} hands on ${writer}, which writes`);
        else if (!isVerb && !policy.upkeep[path]?.includes(writer)) found.push(`${path} uses ${writer}, which writes`);
      }
    }
    if (!isVerb && OWN_WRITES.test(withoutComments(text))) found.push(`${path} opens its own transaction`);
  }
  return found;
}

/** The unused rights of the policy. The right of a file that no longer needs it must be removed. */
export function unusedRights(sources: ReadonlyMap<string, string>, { upkeep }: WritePolicy): string[] {
  return Object.entries(upkeep).flatMap(([path, names]) => {
    const taken = takenBy(path, sources.get(path) ?? '').map(({ name }) => name);
    return names.filter((name) => !taken.includes(name)).map((name) => `${path} does not use ${name}`);
  });
}

/**
 * The functions of the store that write, as `path name`. A function writes if it has a transaction as a parameter, opens a transaction,
 * contains a writing statement, writes a file of the store, or uses another function that writes.
 */
export function storageWriters(sources: ReadonlyMap<string, string>): Set<string> {
  const storage = [...sources].filter(([path]) => STORAGE.test(path));
  const declarations = storage.flatMap(([path, text]) => declarationsOf(path, text));
  const taken = new Map(storage.map(([path, text]) => [path, takenBy(path, text)]));
  const writers = new Set(
    declarations
      .filter(({ text }) => WRITES.some((sign) => sign.test(text)))
      .map(({ path, name }) => `${path} ${name}`)
      .filter((each) => each !== COMPOSER),
  );
  for (let before = -1; before !== writers.size; ) {
    before = writers.size;
    for (const [path, names] of taken) {
      for (const { name, local, from } of names) if (writers.has(`${from} ${name}`)) writers.add(`${path} ${local}`);
    }
    for (const { path, name, text } of declarations) {
      const words = text.match(/\b\w+\b/g) ?? [];
      if (words.some((word) => word !== name && writers.has(`${path} ${word}`))) writers.add(`${path} ${name}`);
    }
  }
  return writers;
}

/** The top-level declarations of a file, without types: a type that mentions a transaction does not write. */
function declarationsOf(path: string, text: string): Declaration[] {
  const code = withoutComments(text);
  const starts = [...code.matchAll(DECLARATION)];
  return starts
    .map((match, index) => ({
      path,
      name: match[1] ?? '',
      text: code.slice(match.index, starts[index + 1]?.index ?? code.length),
    }))
    .filter((declaration) => !IS_TYPE.test(declaration.text));
}

/** The names of values, not of types, that a file imports from other files. */
function takenBy(path: string, text: string): ImportedName[] {
  const code = withoutComments(text);
  const target = (specifier: string) => join(dirname(path), specifier);
  const fixed = [...code.matchAll(STATIC)].flatMap(([, word, isType, names, all, alias, specifier]) => {
    if (isType) return [];
    const shared = { from: target(specifier ?? ''), isHandedOn: word === 'export' };
    return all
      ? [{ name: '*', local: alias ?? '*', ...shared }]
      : namesIn(names).map((name) => ({ ...name, ...shared }));
  });
  const late = [...code.matchAll(DYNAMIC)].flatMap(([, names, specifier]) => {
    const shared = { from: target(specifier ?? ''), isHandedOn: false };
    return names ? namesIn(names).map((name) => ({ ...name, ...shared })) : [{ name: '*', local: '*', ...shared }];
  });
  return [...fixed, ...late];
}

/** Reads `a, type B, c as d` or `a, c: d`: the names of values, in the other file and in this one. */
function namesIn(list = ''): { name: string; local: string }[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))
    .map((item) => item.split(/\s+as\s+|\s*:\s*/))
    .map(([name = '', local = name]) => ({ name, local }));
}

function withoutComments(text: string): string {
  return text.replaceAll(COMMENT, ' ');
}
