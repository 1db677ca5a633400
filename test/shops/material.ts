import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The default folder, which is next to the checkout. Only the tests of shops use it. */
const BESIDE = fileURLToPath(new URL('../../../shared/shops', import.meta.url));

/** The folder with the software of shops that are in no package registry. */
export const MATERIAL = process.env.PEYE_SHOPS || BESIDE;

/** For the `skip` of a suite: false, or the reason why the software is missing. If PEYE_SHOPS names a folder, nothing is skipped. */
export const NO_MATERIAL =
  process.env.PEYE_SHOPS || existsSync(join(MATERIAL, 'wordpress-woocommerce.tar.xz'))
    ? false
    : 'no shop material: PEYE_SHOPS is not set, and there is no folder shared/shops next to the checkout';
