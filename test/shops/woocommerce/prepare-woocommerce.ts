import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MATERIAL, NO_MATERIAL } from '../material.ts';

const exec = promisify(execFile);

/** The installed shop that tests copy: its folder. Its address is in its wp-config.php and nowhere else that matters. */
export const TEMPLATE = 'PEYE_TEST_WORDPRESS';
export const TEMPLATE_URL = 'http://127.0.0.1:9';

/** Makes an installed shop below a folder, and names it in the environment. Does nothing where the software is missing. */
export async function prepareWooCommerce(folder: string): Promise<void> {
  if (NO_MATERIAL) return;
  const place = join(folder, 'woocommerce');
  const site = join(place, 'wordpress');
  mkdirSync(place);
  await exec('tar', ['-xJf', join(MATERIAL, 'wordpress-woocommerce.tar.xz'), '-C', place]);
  const php = process.env.PHP_PATH ?? 'php';
  await exec(php, [join(MATERIAL, 'install-wordpress.php'), `--path=${site}`, `--url=${TEMPLATE_URL}`]);
  process.env[TEMPLATE] = site;
}
