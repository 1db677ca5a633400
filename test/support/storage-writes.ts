import { dirname, join } from 'node:path/posix';

/** The files that may use functions which write to the store. */
export interface WritePolicy {
  /** Folders of verbs: they may use all of it. */
  readonly verbs: readonly string[];
  /** Next to the verbs, exactly these files may use exactly these functions. */
  readonly upkeep: Readonly<Record<string, readonly string[]>>;
}

/** A name that a file takes from another one; `*` is everything. */
interface ImportedName {
  readonly name: string;
  /** Its name in this file. */
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

/** What a function does that writes by itself, whatever it calls. */
const WRITES = [
  // Statements run on it, and they may be any.
  /:\s*Transaction\b/,
  /\.(?:transaction|insertRows|insertAll|outsideTransaction)\s*[(<]/,
  /\binsert\s+into\b/i,
  /\bupdate\s+\S+\s+set\b/i,
  /\bdelete\s+from\b/i,
  // The files of a store.
  /\b(?:write|append|truncate|rename|link|unlink|rm|mkdir|chmod|copy)(?:File)?Sync\b/,
  /\b(?:writePrivateFile|tightenFile|tightenFolder)\b/,
];
/** What a file that is no verb must not do by itself either. */
const OWN_WRITES = /\.(?:transaction|insertRows|insertAll|outsideTransaction)\s*[(<]/;

/**
 * Every use of a function of a store that writes by a file that the policy does not let, one line each; and every file
 * without that right that opens its own transaction. `sources` maps paths from the root of the checkout to texts.
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

/** The unused rights of the policy: a file that no longer needs its right must lose its line. */
export function unusedRights(sources: ReadonlyMap<string, string>, { upkeep }: WritePolicy): string[] {
  return Object.entries(upkeep).flatMap(([path, names]) => {
    const taken = takenBy(path, sources.get(path) ?? '').map(({ name }) => name);
    return names.filter((name) => !taken.includes(name)).map((name) => `${path} does not use ${name}`);
  });
}

/**
 * What in a store writes, as `path name`: what takes a transaction, opens one, holds a writing statement or writes a file
 * of the store, and whatever is made of those.
 */
export function storageWriters(sources: ReadonlyMap<string, string>): Set<string> {
  const storage = [...sources].filter(([path]) => STORAGE.test(path));
  const declarations = storage.flatMap(([path, text]) => declarationsOf(path, text));
  const taken = new Map(storage.map(([path, text]) => [path, takenBy(path, text)]));
  const writers = new Set(
    declarations
      .filter(({ text }) => WRITES.some((sign) => sign.test(text)))
      .map(({ path, name }) => `${path} ${name}`),
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

/** Types declare no function, whatever they speak of. */
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

/** The values, not the types, that a file takes from other files. */
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

/** `a, type B, c as d` or `a, c: d`: names of values, here and there. */
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
