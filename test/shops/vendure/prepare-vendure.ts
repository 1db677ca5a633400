import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchTools } from '../../sdk/fetch-tools.ts';

const exec = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OWN = join(ROOT, 'test/shops/vendure');

/** The folder with `shop-main.mjs` and the packages that it needs. */
export const SHOP_FOLDER = 'PEYE_TEST_VENDURE';

/**
 * Makes a shop below a folder, and names it in the environment: Vendure from the cache, with SDK and plugin as `npm pack` packs
 * them. Throws an Error with what the compiler or npm said.
 */
export async function prepareVendure(folder: string): Promise<void> {
  const tools = fetchTools((line) => console.log(line), { locked: join(OWN, 'cache'), name: 'vendure' });
  const place = join(folder, 'vendure');
  const packages = join(place, 'node_modules');
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(join(tools, 'node_modules'))) {
    symlinkSync(join(tools, 'node_modules', name), join(packages, name));
  }
  await install(place, 'sdk/typescript', '@peye/sdk');
  await install(place, 'integrations/vendure', '@peye/vendure-plugin');
  cpSync(join(OWN, 'shop-main.mjs'), join(place, 'shop-main.mjs'));
  process.env[SHOP_FOLDER] = place;
}

/** Packs a package of ours, and puts what is in it where npm would. */
async function install(place: string, source: string, name: string): Promise<void> {
  const work = join(place, source);
  cpSync(join(ROOT, source), work, { recursive: true });
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH };
  await exec('npm', ['pack', '--silent', '--pack-destination', work], { cwd: work, env }).catch((error) => {
    throw new Error(`${source} cannot be packed:\n${error.stdout}${error.stderr}`);
  });
  const archive = readdirSync(work).find((file) => file.endsWith('.tgz'))!;
  const target = join(place, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  await exec('tar', ['-xzf', join(work, archive), '-C', target, '--strip-components=1']);
}
