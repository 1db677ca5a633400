import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchTools } from '../../sdk/fetch-tools.ts';

// `npm run vendure:pack`: packs the SDK and the Vendure plugin into release/, as archives that npm can install. It also updates the
// compiled plugin in integrations/vendure/dist, which gateways serve, and the checksum of the sources that it was compiled from.

const exec = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PLUGIN = join(ROOT, 'integrations/vendure');
/** The file in the plugin's folder with the checksum of the sources that its `dist` was compiled from. */
export const COMPILED_FROM = 'compiled-from.sha256';
/** Our packages with their folders. The plugin needs the SDK, so the SDK comes first. */
const PACKAGES = { '@peye/sdk': 'sdk/typescript', '@peye/vendure-plugin': 'integrations/vendure' };

/**
 * Compiles and packs the SDK and the plugin into a folder. Its `node_modules` then has both and Vendure, as npm would install them. Vendure
 * is fetched into the cache of the tests unless it is there. Returns the archives. Throws an Error with the output of the compiler or npm.
 */
export async function packPlugin(folder: string): Promise<string[]> {
  const locked = fileURLToPath(new URL('cache', import.meta.url));
  const vendure = join(
    fetchTools((line) => console.log(line), { locked, name: 'vendure' }),
    'node_modules',
  );
  const installed = join(folder, 'node_modules');
  mkdirSync(installed, { recursive: true });
  for (const name of readdirSync(vendure)) symlinkSync(join(vendure, name), join(installed, name));
  const archives: string[] = [];
  for (const [name, source] of Object.entries(PACKAGES)) {
    const archive = await pack(source, folder);
    const target = join(installed, name);
    mkdirSync(target, { recursive: true });
    await exec('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
    archives.push(archive);
  }
  return archives;
}

/** The SHA-256 of the plugin's sources and of the options of its compiler. */
export function sourcesSum(): string {
  const hash = createHash('sha256');
  for (const path of ['package.json', 'tsconfig.json', ...globSync('src/*.ts', { cwd: PLUGIN }).sort()]) {
    hash.update(`${path}\n`).update(readFileSync(join(PLUGIN, path)));
  }
  return hash.digest('hex');
}

/** Packs a copy of a package, so that nothing is written in the checkout. */
async function pack(source: string, folder: string): Promise<string> {
  const copy = join(folder, source);
  cpSync(join(ROOT, source), copy, { recursive: true });
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH };
  await exec('npm', ['pack', '--silent'], { cwd: copy, env }).catch((error) => {
    throw new Error(`${source} cannot be packed:\n${error.stdout}${error.stderr}`);
  });
  return join(copy, readdirSync(copy).find((file) => file.endsWith('.tgz'))!);
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'peye-vendure-'));
  const release = join(ROOT, 'release');
  mkdirSync(release, { recursive: true });
  try {
    const archives = await packPlugin(folder);
    rmSync(join(PLUGIN, 'dist'), { recursive: true, force: true });
    cpSync(join(folder, 'integrations/vendure/dist'), join(PLUGIN, 'dist'), { recursive: true });
    writeFileSync(join(PLUGIN, COMPILED_FROM), `${sourcesSum()}\n`);
    for (const archive of archives) {
      const target = join(release, archive.split('/').at(-1)!);
      cpSync(archive, target);
      console.log(target);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
