import { execFile } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MATERIAL, NO_MATERIAL } from '../material.ts';
import { newMysqlDatabase } from './mysql.ts';

const MAKE_ZIP = fileURLToPath(new URL('../../../integrations/woocommerce/make-zip.ts', import.meta.url));
const exec = promisify(execFile);

/** The variable with the folder of the installed shop that tests copy. Only its wp-config.php has its address. */
export const TEMPLATE = 'PEYE_TEST_WORDPRESS';
/** A file next to the shop with WooCommerce's report about the plugin at its activation. */
export const ACTIVATED = 'activated.json';
export const TEMPLATE_URL = 'http://127.0.0.1:9';

/**
 * Installs a shop in a folder, with the plugin as it is released. Sets the variable TEMPLATE. Does nothing if the software of shops is
 * missing.
 */
export async function prepareWooCommerce(folder: string): Promise<void> {
  if (NO_MATERIAL) return;
  const place = join(folder, 'woocommerce');
  const site = join(place, 'wordpress');
  mkdirSync(place);
  await exec('tar', ['-xJf', join(MATERIAL, 'wordpress-woocommerce.tar.xz'), '-C', place]);
  const php = process.env.PHP_PATH ?? 'php';
  const mysql = await newMysqlDatabase();
  const install = [join(MATERIAL, 'install-wordpress.php'), `--path=${site}`, `--url=${TEMPLATE_URL}`];
  await exec(php, [...install, ...(mysql ? [`--mysql=${mysql.account}@${mysql.host}/${mysql.name}`] : [])]);
  await exec(process.execPath, [MAKE_ZIP, '--output', place]);
  const [archive] = globSync('peye-woocommerce-*.zip', { cwd: place });
  const plugins = join(site, 'wp-content/plugins');
  await exec(process.env.PYTHON_PATH ?? 'python3', ['-m', 'zipfile', '-e', join(place, archive!), plugins]);
  const activate = [join(MATERIAL, 'activate-plugin.php'), `--path=${site}`, '--plugin=peye/peye.php'];
  const { stdout } = await exec(php, activate);
  writeFileSync(join(place, ACTIVATED), stdout);
  process.env[TEMPLATE] = site;
}
