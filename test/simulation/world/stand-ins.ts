import { registerHooks } from 'node:module';

const SOURCE = new URL('../../../src/', import.meta.url).href;
const STAND_INS = new URL('../stand-ins/', import.meta.url).href;

/** Modules that the source imports, and their stand-ins. */
const REPLACED: Readonly<Record<string, string>> = {
  'node:crypto': 'crypto.ts',
  'node:sqlite': 'sqlite.ts',
  'node:timers/promises': 'timers-promises.ts',
  'lru-cache': 'lru-cache.ts',
  'node:dns/promises': 'dns-promises.ts',
  undici: 'undici.ts',
  nodemailer: 'nodemailer.ts',
};

/** Files of the source that are replaced, but only for these importers. All paths are below `src/`. */
const REPLACED_FILES: readonly { readonly file: string; readonly by: string; readonly importers: readonly string[] }[] =
  [
    { file: 'database/sqlite/sqlite.ts', by: 'store.ts', importers: ['app/open-database.ts'] },
    { file: 'platform/log/line-writer.ts', by: 'line-writer.ts', importers: ['platform/log/log.ts'] },
    {
      file: 'platform/tasks/loop.ts',
      by: 'loop.ts',
      importers: ['worker/supervise-jobs.ts', 'features/webhooks/delivery-worker.ts'],
    },
  ];

function standInOf(importer: string, specifier: string): string | undefined {
  const target = specifier.startsWith('.') ? new URL(specifier, importer).href : undefined;
  if (target === undefined) return REPLACED[specifier];
  return REPLACED_FILES.find(
    ({ file, importers }) => target === SOURCE + file && importers.includes(importer.slice(SOURCE.length)),
  )?.by;
}

/** A change to a text of the source, which applies only in this process. */
export interface Edit {
  /** The path below `src/`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Replaces modules of the source by deterministic stand-ins, and applies `edits` to its text. This affects only files that are loaded
 * afterwards, in this process.
 */
export function installStandIns(edits: readonly Edit[] = []): void {
  installEdits(edits);
  registerHooks({
    resolve(specifier, context, next) {
      const importer = context.parentURL ?? '';
      if (!importer.startsWith(SOURCE)) return next(specifier, context);
      const standIn = standInOf(importer, specifier);
      return standIn === undefined
        ? next(specifier, context)
        : { url: STAND_INS + standIn, format: 'module-typescript', shortCircuit: true };
    },
  });
}

/**
 * Applies edits to the text of the source, in files that are loaded afterwards, in this process. Loading throws if a text to edit is not in
 * its file exactly once.
 */
export function installEdits(edits: readonly Edit[]): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const here = edits.filter(({ file }) => url === SOURCE + file);
      if (here.length === 0) return loaded;
      return { ...loaded, source: here.reduce(edited, String(loaded.source)) };
    },
  });
}

/**
 * Returns the text with the edit applied. Line breaks, indentation and trailing commas do not matter, so that a formatter cannot break an
 * edit. Throws if the text to edit is not there exactly once: a change of that source has to change the edit too.
 */
export function edited(source: string, { file, find, replace }: Edit): string {
  const tokens = find.match(/[\w$]+|\s+|[^\w$\s]/g) ?? [];
  const pattern = tokens
    .filter((token) => token.trim() !== '')
    .map((token) => (/^[)\]}]$/.test(token) ? `,?\\s*\\${token}` : token.replace(/[^\w]/, '\\$&')))
    .join('\\s*');
  const found = [...source.matchAll(new RegExp(pattern, 'g'))];
  const [match] = found;
  if (found.length !== 1 || !match) {
    throw new Error(
      `A sabotage no longer applies: src/${file} contains its text ${found.length} times instead of once. Find the code that now does ` +
        `this, and change "find" and "replace" of the sabotage:\n${find}`,
    );
  }
  return source.slice(0, match.index) + replace + source.slice(match.index + match[0].length);
}
