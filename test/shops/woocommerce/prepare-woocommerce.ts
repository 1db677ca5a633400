import { execFile } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MATERIAL, NO_MATERIAL } from '../material.ts';

const MAKE_ZIP = fileURLToPath(new URL('../../../integrations/woocommerce/make-zip.ts', import.meta.url));
const exec = promisify(execFile);

/** The installed shop that tests copy: its folder. Its address is in its wp-config.php and nowhere else that matters. */
export const TEMPLATE = 'PEYE_TEST_WORDPRESS';
/** WooCommerce's messages about the plugin when it was activated: a file next to the shop. */
export const ACTIVATED = 'activated.json';
export const TEMPLATE_URL = 'http://127.0.0.1:9';

/** Makes an installed shop with the plugin as it is released below a folder, and names it in the environment. Does nothing where the software is missing. */
export async function prepareWooCommerce(folder: string): Promise<void> {
  if (NO_MATERIAL) return;
  const place = join(folder, 'woocommerce');
  const site = join(place, 'wordpress');
  mkdirSync(place);
  await exec('tar', ['-xJf', join(MATERIAL, 'wordpress-woocommerce.tar.xz'), '-C', place]);
  const php = process.env.PHP_PATH ?? 'php';
  await exec(php, [join(MATERIAL, 'install-wordpress.php'), `--path=${site}`, `--url=${TEMPLATE_URL}`]);
  await exec(process.execPath, [MAKE_ZIP, '--output', place]);
  const [archive] = globSync('peye-woocommerce-*.zip', { cwd: place });
  const plugins = join(site, 'wp-content/plugins');
  await exec(process.env.PYTHON_PATH ?? 'python3', ['-m', 'zipfile', '-e', join(place, archive!), plugins]);
  const activate = [join(MATERIAL, 'activate-plugin.php'), `--path=${site}`, '--plugin=peye/peye.php'];
  const { stdout } = await exec(php, activate);
  writeFileSync(join(place, ACTIVATED), stdout);
  process.env[TEMPLATE] = site;
}
